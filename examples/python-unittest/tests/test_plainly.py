import unittest

import plainly


class PlainTest(unittest.TestCase):
    def test_it(self):
        self.assertTrue(plainly)
