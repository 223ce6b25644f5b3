-- Links by which somebody who is no member connects a system, and how many runs ended how.
SELECT hub_tenant_table('connection_links');
--> statement-breakpoint
SELECT hub_tenant_table('run_stats');
--> statement-breakpoint
-- The look-up of a link comes before an organization is known: it answers one exact value.
CREATE POLICY key_lookup ON connection_links FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_connection_link(hmac bytea) RETURNS TABLE (org_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT l.org_id, l.id FROM public.connection_links l WHERE l.token_hmac = hmac LIMIT 1 $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_connection_link(bytea) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_connection_link(bytea) TO hub_app;
--> statement-breakpoint
-- A run is counted in the transaction that ends it, whoever does. Runs of an integration end one after another, so nobody
-- waits for its row.
CREATE FUNCTION hub_count_run() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO run_stats AS stats (org_id, hour, integration_id, status, runs, read, written, failed)
  VALUES (
    NEW.org_id, date_trunc('hour', NEW.finished_at, 'UTC'), NEW.integration_id, NEW.status, 1, NEW.read,
    NEW.created + NEW.updated + NEW.deleted, NEW.failed
  )
  ON CONFLICT (org_id, hour, integration_id, status) DO UPDATE SET
    runs = stats.runs + 1, read = stats.read + excluded.read, written = stats.written + excluded.written,
    failed = stats.failed + excluded.failed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_made AFTER INSERT ON runs FOR EACH ROW
WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION hub_count_run();
--> statement-breakpoint
CREATE TRIGGER count_ended AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION hub_count_run();
--> statement-breakpoint
-- The runs of the last month that ended before there was a count.
ALTER TABLE runs NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_stats NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO run_stats (org_id, hour, integration_id, status, runs, read, written, failed)
SELECT org_id, date_trunc('hour', finished_at, 'UTC'), integration_id, status, count(*), sum(read),
       sum(created + updated + deleted), sum(failed)
FROM runs WHERE finished_at > now() - interval '31 days'
GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_stats FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What the purger takes away: links a month after their end, and counts after 400 days.
CREATE POLICY purge_read ON connection_links FOR SELECT TO hub_relay USING (expires_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON connection_links FOR DELETE TO hub_relay USING (expires_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON connection_links TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON run_stats FOR SELECT TO hub_relay USING (hour < now() - interval '400 days');
--> statement-breakpoint
CREATE POLICY purge ON run_stats FOR DELETE TO hub_relay USING (hour < now() - interval '400 days');
--> statement-breakpoint
GRANT SELECT (org_id, hour), DELETE ON run_stats TO hub_relay;
