package dev.bootwright.format.markdown;

/**
 * A code block of a document.
 *
 * @param language as written, lower case; empty when there is none
 * @param line of its first line of code, from 1
 * @param heading the nearest heading above; empty when there is none
 */
public record CodeBlock(String language, int line, String code, String heading) {}
