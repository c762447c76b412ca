package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** What fleets' rules name: more may come, nothing may go or become something else. */
class RemedyMXBeanTest {
    private static StandardMBean bean() throws Exception {
        Map<String, Object> answers = Map.of("getCounters", Map.of("renames", 7L));
        RemedyMXBean bean = (RemedyMXBean) Proxy.newProxyInstance(RemedyMXBean.class.getClassLoader(),
                new Class<?>[] {RemedyMXBean.class}, (proxy, method, arguments) -> answers.get(method.getName()));
        return new StandardMBean(bean, RemedyMXBean.class, true);
    }

    @Test
    void hasTheseAttributes() throws Exception {
        Map<String, String> types = new TreeMap<>();
        for (MBeanAttributeInfo attribute : bean().getMBeanInfo().getAttributes()) {
            types.put(attribute.getName(), attribute.getType());
        }
        assertThat(types).containsAllEntriesOf(Map.of("State", "java.lang.String", "Active", "int", "Reason", "java.lang.String",
                "Counters", TabularData.class.getName(), "Sites", TabularData.class.getName()));
    }

    /** As OpenTelemetry's rules find it: {@code Counters.renames.value}. */
    @Test
    void hasItsCountersByName() throws Exception {
        TabularData counters = (TabularData) bean().getAttribute("Counters");
        assertThat(counters.get(new Object[] {"renames"}).get("value")).isEqualTo(7L);
    }
}
