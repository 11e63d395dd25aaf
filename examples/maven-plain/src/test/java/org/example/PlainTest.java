package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTest {
    @Test
    void doubles() {
        assertEquals(4, Plain.twice(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void isEven(int x) {
        assertEquals(0, Plain.twice(x) % 2);
    }
}
