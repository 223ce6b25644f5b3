-- Which run a lease was ended of, so that its segment is taken up again at once.
GRANT SELECT (run_id) ON streams TO hub_relay;
