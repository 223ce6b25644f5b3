-- The application adds audit events and never numbers them; the sealer numbers those that have no number, and changes
-- nothing else. Nobody but the owner of the tables can take an event away.
REVOKE INSERT ON audit_events FROM hub_app;
--> statement-breakpoint
GRANT INSERT (
  org_id, id, actor, action, resource_type, resource_id, request_id, address, before, after, changes, created_at, mac
) ON audit_events TO hub_app;
--> statement-breakpoint
CREATE POLICY seal_read ON audit_events FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
CREATE POLICY seal ON audit_events FOR UPDATE TO hub_relay
  USING (sequence IS NULL) WITH CHECK (sequence IS NOT NULL AND hash IS NOT NULL);
--> statement-breakpoint
GRANT SELECT, UPDATE (sequence, hash) ON audit_events TO hub_relay;
--> statement-breakpoint
ALTER TABLE audit_chains ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_chains FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON audit_chains FOR SELECT TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT ON audit_chains TO hub_app;
--> statement-breakpoint
CREATE POLICY seal ON audit_chains TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON audit_chains TO hub_relay;
--> statement-breakpoint
-- Logs of runs that the operator keeps no longer. Younger ones than a day are nobody's to throw away.
CREATE POLICY purge_read ON run_logs FOR SELECT TO hub_relay USING (created_at < now() - interval '1 day');
--> statement-breakpoint
CREATE POLICY purge ON run_logs FOR DELETE TO hub_relay USING (created_at < now() - interval '1 day');
--> statement-breakpoint
GRANT SELECT (org_id, id, created_at), DELETE ON run_logs TO hub_relay;
