-- What members have not saved yet: of their organization. Whose it is, each statement asks for.
SELECT hub_tenant_table('integration_drafts');
--> statement-breakpoint
-- What the purger takes away: what nobody went on with for a month.
CREATE POLICY purge_read ON integration_drafts FOR SELECT TO hub_relay USING (updated_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON integration_drafts FOR DELETE TO hub_relay USING (updated_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, updated_at), DELETE ON integration_drafts TO hub_relay;
