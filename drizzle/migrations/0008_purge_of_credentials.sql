-- A row that an update leaves must be visible, too: the sweeper takes the time of a rollback away when it is over.
-- What it may read of connections are ids, versions and that time.
DROP POLICY purge_read ON connections;
--> statement-breakpoint
CREATE POLICY purge_read ON connections FOR SELECT TO hub_relay USING (rollback_until IS NULL OR rollback_until < now());
