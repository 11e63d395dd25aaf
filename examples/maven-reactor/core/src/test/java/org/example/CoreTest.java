package org.example;

class CoreTest {}
