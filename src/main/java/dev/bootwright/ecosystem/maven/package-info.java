/** What the product knows of Java projects that are built with Maven: POMs, JDKs, Surefire and Failsafe. */
@NullMarked
package dev.bootwright.ecosystem.maven;

import org.jspecify.annotations.NullMarked;
