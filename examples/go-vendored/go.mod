module example.org/vendored

go 1.25.0

toolchain go1.25.3

require example.org/dep v1.0.0
