"""Real servers for the tests: private, sent a known workload, read by the logs they leave."""
