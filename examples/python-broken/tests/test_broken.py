import surely_unknown
def test_it(): pass
