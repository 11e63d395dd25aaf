/** YAML as text: no value is interpreted, every node knows its line. */
@NullMarked
package dev.bootwright.format.yaml;

import org.jspecify.annotations.NullMarked;
