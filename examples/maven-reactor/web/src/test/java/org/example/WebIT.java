package org.example;

import org.testcontainers.containers.PostgreSQLContainer;

class WebIT {}
