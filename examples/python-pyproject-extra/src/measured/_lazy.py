import typing_extensions

try:
    import yaml
except ImportError:
    yaml = None


def later():
    import requests
