/** JavaScript and TypeScript on Node: npm, yarn, pnpm and bun projects with their test runners. */
@NullMarked
package dev.bootwright.ecosystem.javascript;

import org.jspecify.annotations.NullMarked;
