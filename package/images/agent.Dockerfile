# An image to copy Slipstream from: an init container copies /slipstream into a volume that the application's container mounts. There
# -javaagent:/agents/slipstream.jar adds the agent, and `java -jar /agents/slipstream.jar` is the command line, which unpacks nothing.
#   ./slipstream build package
#   docker build -t slipstream-agent -f package/images/agent.Dockerfile target/packages
FROM busybox:1.37 AS package
ADD slipstream-*.tar.gz /package/
RUN mv /package/slipstream-*/share/slipstream /slipstream

FROM busybox:1.37
COPY --from=package /slipstream/ /slipstream/
USER 65534:65534
