-- Single operations: who sees them, who carries them out, and how long they are kept.
SELECT hub_tenant_table('operations');
--> statement-breakpoint
-- Workers find those that are due in every organization, but see none of their content; ended ones go when they are old.
CREATE POLICY relay ON operations FOR SELECT TO hub_relay USING (ended_at IS NULL OR ended_at < now() - interval '1 day');
--> statement-breakpoint
CREATE POLICY purge ON operations FOR DELETE TO hub_relay USING (ended_at < now() - interval '1 day');
--> statement-breakpoint
GRANT SELECT (org_id, id, next_try_at, lease_until, created_at, ended_at), DELETE ON operations TO hub_relay;
