import invoke
