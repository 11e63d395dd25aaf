module example.org/workspace/tool

go 1.24

require example.org/workspace/core v0.0.0

replace example.org/workspace/core => ../core
