"""Five published formulations of chess, implemented independently, with their errata and their comparison."""
