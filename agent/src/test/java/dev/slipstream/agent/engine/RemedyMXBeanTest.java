package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** What fleets' rules name: more may come, nothing may go or become something else. */
class RemedyMXBeanTest {
    private static final RemedyMXBean BEAN = new RemedyMXBean() {
        @Override
        public String getState() {
            return "active";
        }

        @Override
        public int getActive() {
            return 1;
        }

        @Override
        public String getReason() {
            return "";
        }

        @Override
        public Map<String, Long> getCounters() {
            return Map.of("renames", 7L);
        }

        @Override
        public Map<String, Long> getSites() {
            return Map.of();
        }
    };

    @Test
    void hasTheseAttributes() throws Exception {
        StandardMBean bean = new StandardMBean(BEAN, RemedyMXBean.class, true);
        Map<String, String> types = new TreeMap<>();
        for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
            types.put(attribute.getName(), attribute.getType());
        }
        assertThat(types).containsAllEntriesOf(Map.of("State", "java.lang.String", "Active", "int", "Reason", "java.lang.String",
                "Counters", TabularData.class.getName(), "Sites", TabularData.class.getName()));
    }

    /** As OpenTelemetry's rules find it: {@code Counters.renames.value}. */
    @Test
    void hasItsCountersByName() throws Exception {
        TabularData counters = (TabularData) new StandardMBean(BEAN, RemedyMXBean.class, true).getAttribute("Counters");
        assertThat(counters.get(new Object[] {"renames"}).get("value")).isEqualTo(7L);
    }
}
