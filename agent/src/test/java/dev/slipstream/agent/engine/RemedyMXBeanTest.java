package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.State;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** Names that the rules of fleets use: more may come, none may go or change its meaning. */
class RemedyMXBeanTest {
    /** The bean of a remedy that is off. */
    private static RemedyBean bean() {
        Remedy remedy = new Remedy("naming", 17, true, List.of(), "",
                List.of(Counter.total("renames", "renames to another name"),
                        Counter.gauge("files", "threads whose name file is open")));
        return new RemedyBean(new Installation((Retrofit) Proxy.newProxyInstance(Retrofit.class.getClassLoader(),
                new Class<?>[] {Retrofit.class}, (proxy, method, arguments) -> remedy), null, null, new ReentrantLock()));
    }

    private static Map<String, MBeanAttributeInfo> attributes(RemedyBean bean) {
        Map<String, MBeanAttributeInfo> attributes = new TreeMap<>();
        for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
            attributes.put(attribute.getName(), attribute);
        }
        return attributes;
    }

    @Test
    void hasTheseAttributes() {
        Map<String, String> types = new TreeMap<>();
        attributes(bean()).forEach((name, attribute) -> types.put(name, attribute.getType()));
        assertThat(types).containsAllEntriesOf(Map.of("State", "java.lang.String", "StateNumber", "int", "Active", "int",
                "Reason", "java.lang.String", "Counters", TabularData.class.getName(), "Sites", TabularData.class.getName(),
                "renames", "java.lang.Long", "files", "java.lang.Long"));
    }

    /** As OpenTelemetry's rules find it: {@code Counters.renames.value}. */
    @Test
    void hasItsCountersByName() throws Exception {
        Map<String, Object> answers = Map.of("getCounters", Map.of("renames", 7L));
        RemedyMXBean active = (RemedyMXBean) Proxy.newProxyInstance(RemedyMXBean.class.getClassLoader(),
                new Class<?>[] {RemedyMXBean.class}, (proxy, method, arguments) -> answers.get(method.getName()));
        TabularData counters = (TabularData) new StandardMBean(active, RemedyMXBean.class, true).getAttribute("Counters");
        assertThat(counters.get(new Object[] {"renames"}).get("value")).isEqualTo(7L);
    }

    /** As jconsole and exporters ask: one attribute, or several at once, of which some may not exist. */
    @Test
    void answersAsAServerAsks() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=tested");
        server.registerMBean(bean(), name);
        try {
            assertThat(server.getAttribute(name, "State")).isEqualTo("off");
            assertThat(server.getAttribute(name, "renames")).as("not active").isNull();
            assertThatThrownBy(() -> server.getAttribute(name, "none")).isInstanceOf(AttributeNotFoundException.class);
            assertThat(server.getAttributes(name, new String[] {"files", "Active", "none"}).asList())
                    .containsExactly(new Attribute("files", null), new Attribute("Active", 0));
        } finally {
            server.unregisterMBean(name);
        }
    }

    /** Alerts compare them: a state keeps its number, and those above 2 are the ones to look into. */
    @Test
    void statesKeepTheirNumbers() {
        Map<Integer, State> states = new TreeMap<>();
        for (State state : State.values()) {
            assertThat(states.put(state.number(), state)).isNull();
        }
        assertThat(states.values()).containsExactly(State.OFF, State.ACTIVE, State.UNNEEDED, State.DECLINED, State.FAILED,
                State.LOST, State.STUCK);
    }

    @Test
    void describesItselfAndEachAttribute() {
        RemedyBean bean = bean();
        assertThat(bean.getMBeanInfo().getDescription())
                .isEqualTo("State and counters of Slipstream's remedy naming in this JVM");
        Map<String, MBeanAttributeInfo> attributes = attributes(bean);
        attributes.forEach((name, attribute) -> assertThat(attribute.getDescription()).as(name).isNotEqualTo(name).contains(" "));
        assertThat(attributes.get("Reason").getDescription()).isEqualTo("why, for people; may be empty");
        assertThat(attributes.get("renames").getDescription()).isEqualTo("renames to another name");
        assertThat(attributes.get("files").getDescriptor().getFieldValue("metricType")).isEqualTo("gauge");
        assertThat(attributes.get("renames").getDescriptor().getFieldValue("metricType")).isEqualTo("counter");
    }
}
