import asyncore
