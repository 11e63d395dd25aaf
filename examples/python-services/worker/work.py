def double(value):
    return 2 * value
