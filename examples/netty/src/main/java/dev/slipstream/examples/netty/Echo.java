package dev.slipstream.examples.netty;

import dev.slipstream.examples.load.Load;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Server on Netty that answers a request by HTTP with the request's own content, and its client, on NIO. Several requests are under way in
 * each connection. An operation is a request; the answers must come in order and with the right content.
 *
 * <p>Arguments and output: those of {@link Load}.
 */
public final class Echo {
    private static final int PER_SECOND = 2_000;
    private static final int CONNECTIONS = 16;
    private static final int PAUSE_MILLIS = 100;
    private static final int LARGEST = 16_384;

    private final Load load;
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final List<Connection> connections = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();

    private Echo(Load load) {
        this.load = load;
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, load -> new Echo(load).run());
    }

    private void run() throws Exception {
        Channel server = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childHandler(handlers(() -> List.of(new HttpServerCodec(), new HttpObjectAggregator(LARGEST), new Server())))
                .bind("127.0.0.1", 0).sync().channel();
        for (int i = 0; i < CONNECTIONS; i++) {
            Connection connection = new Connection();
            connection.channel = new Bootstrap().group(loops).channel(NioSocketChannel.class)
                    .handler(handlers(() -> List.of(new HttpClientCodec(), new HttpObjectAggregator(LARGEST), connection)))
                    .connect(server.localAddress()).sync().channel();
            connections.add(connection);
        }
        load.issue(1, number -> connections.get((int) (number % CONNECTIONS)).ask(number));
        load.awaitReady();
        long asked = load.awaitEnd();
        for (int i = 0; i < Load.PATIENCE_MILLIS / PAUSE_MILLIS && answered.get() < asked; i++) {
            Thread.sleep(PAUSE_MILLIS);
        }
        loops.shutdownGracefully().sync();
        Load.check(answered.get() == asked, "%d requests, %d answers", asked, answered.get());
    }

    private static ChannelInitializer<SocketChannel> handlers(Supplier<List<ChannelHandler>> handlers) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(handlers.get().toArray(ChannelHandler[]::new));
            }
        };
    }

    /** Returns the content of a request: its number decides on the length, too. */
    private static byte[] content(long number) {
        Random random = new Random(number);
        byte[] content = new byte[1 + (int) Math.pow(LARGEST - 1, random.nextDouble())];
        random.nextBytes(content);
        return content;
    }

    /** Answers requests. */
    private final class Server extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, request.content().retain());
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
            context.writeAndFlush(response);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            load.fail(cause);
        }
    }

    /** A connection of the client. */
    private final class Connection extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final Queue<Long> underWay = new ConcurrentLinkedQueue<>();
        private Channel channel;

        private void ask(long number) {
            byte[] content = content(number);
            var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.wrappedBuffer(content));
            request.headers().set(HttpHeaderNames.HOST, "localhost").set(HttpHeaderNames.CONTENT_LENGTH, content.length);
            underWay.add(number);
            channel.writeAndFlush(request);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            Long number = underWay.poll();
            Load.check(number != null, "there was an answer without a request");
            boolean same = response.content().equals(Unpooled.wrappedBuffer(content(number)));
            Load.check(same, "the answer to request %d is not its content", number);
            answered.incrementAndGet();
            load.done(number);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            load.fail(cause);
        }
    }
}
