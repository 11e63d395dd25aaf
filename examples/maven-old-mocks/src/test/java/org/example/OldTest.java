package org.example;

class OldTest {}
