package dev.slipstream.lab.experiment.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void namesHaveTheLengthAndDiffer() {
        for (int length : new int[] {1, 4, 15, 200}) {
            String[] names = Names.changing(length);
            assertThat(names).hasSize(Names.COUNT).doesNotHaveDuplicates().allMatch(name -> name.length() == length);
        }
    }

    @Test
    void theSameNameIsAnotherObjectEachTime() {
        String[] names = Names.same(15);
        assertThat(names).containsOnly(names[0]);
        assertThat(names[1]).isNotSameAs(names[0]);
    }
}
