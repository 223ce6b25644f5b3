-- Children are kept as long as the item that they are of.
GRANT SELECT (parent_id) ON items TO hub_relay;
