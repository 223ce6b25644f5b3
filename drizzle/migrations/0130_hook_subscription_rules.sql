-- Subscriptions of hooks at vendors: who sees them, and who looks after them.
SELECT hub_tenant_table('hook_subscriptions');
--> statement-breakpoint
-- Workers find those that are due in every organization, but see none of their content.
CREATE POLICY relay ON hook_subscriptions FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, hook_id, next_try_at, lease_until) ON hook_subscriptions TO hub_relay;
