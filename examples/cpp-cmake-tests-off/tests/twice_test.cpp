#include "twice.h"

#include <gtest/gtest.h>

TEST(Twice, OfOne) { EXPECT_EQ(twice(1), 2); }
TEST(Twice, OfNothing) { EXPECT_EQ(twice(0), 0); }
TEST(Twice, DISABLED_OfMuch) { EXPECT_EQ(twice(1 << 30), 0); }
