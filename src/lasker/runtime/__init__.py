"""Native runtime: hand-written C for generated code, the compiler driver, the store of libraries, caches."""
