"""The formulations, one file each. Nothing is shared here, so that importing one does not import another."""
