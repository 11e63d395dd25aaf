from app import host


def test_host():
    assert host("b\u00fccher.example") == "xn--bcher-kva.example"
