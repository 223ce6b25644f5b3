-- Workers send to endpoints that take something before those that do not.
GRANT SELECT (failures) ON webhook_queues TO hub_relay;
