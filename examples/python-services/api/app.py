import idna


def host(name):
    return idna.encode(name).decode()
