/** Test reports: ids, statuses, counting, and the streamed event format with its readers. */
@NullMarked
package dev.bootwright.testreport;

import org.jspecify.annotations.NullMarked;
