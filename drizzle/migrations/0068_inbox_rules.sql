-- What was delivered until it becomes items: who sees it.
SELECT hub_tenant_table('inbox');
--> statement-breakpoint
-- All of an integration that was deleted an hour ago.
CREATE POLICY purge_read ON inbox FOR SELECT TO hub_relay USING (EXISTS (
  SELECT 1 FROM integrations i
  WHERE i.org_id = inbox.org_id AND i.id = inbox.integration_id AND i.deleted_at < now() - interval '1 hour'
));
--> statement-breakpoint
CREATE POLICY purge ON inbox FOR DELETE TO hub_relay USING (EXISTS (
  SELECT 1 FROM integrations i
  WHERE i.org_id = inbox.org_id AND i.id = inbox.integration_id AND i.deleted_at < now() - interval '1 hour'
));
--> statement-breakpoint
GRANT SELECT (org_id, id, integration_id), DELETE ON inbox TO hub_relay;
