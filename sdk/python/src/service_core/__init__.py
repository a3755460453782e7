"""Client of an ontology-aware graph service; `service_core.sdk` is its public surface."""
