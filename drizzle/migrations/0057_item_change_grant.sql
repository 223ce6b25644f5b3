-- Deletions that were told need not be kept.
GRANT SELECT (change) ON items TO hub_relay;
