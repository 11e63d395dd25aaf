package org.example;

public class OffTest extends junit.framework.TestCase {
    public void testOff() {}
}
