/** What the product knows of Rust: packages and workspaces, toolchains, cargo's ways. */
@NullMarked
package dev.bootwright.ecosystem.rust;

import org.jspecify.annotations.NullMarked;
