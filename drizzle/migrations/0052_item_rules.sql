-- Items of flows: who sees them, and how long they are kept.
SELECT hub_tenant_table('items');
--> statement-breakpoint
SELECT hub_tenant_table('item_steps');
--> statement-breakpoint
-- Ended ones that the operator keeps no longer, and all of an integration that was deleted an hour ago. What items read and gave
-- goes with them.
CREATE POLICY purge_read ON items FOR SELECT TO hub_relay USING (
  ended_at < now() - interval '1 day' OR EXISTS (
    SELECT 1 FROM integrations i
    WHERE i.org_id = items.org_id AND i.id = items.integration_id AND i.deleted_at < now() - interval '1 hour'
  )
);
--> statement-breakpoint
CREATE POLICY purge ON items FOR DELETE TO hub_relay USING (
  ended_at < now() - interval '1 day' OR EXISTS (
    SELECT 1 FROM integrations i
    WHERE i.org_id = items.org_id AND i.id = items.integration_id AND i.deleted_at < now() - interval '1 hour'
  )
);
--> statement-breakpoint
GRANT SELECT (org_id, id, integration_id, key, seq, status, ended_at), DELETE ON items TO hub_relay;
