-- What guards held back and people decide on: of its organization.
SELECT hub_tenant_table('withheld_changes');
--> statement-breakpoint
-- Delegations that have ended are kept for as long as invitations are.
CREATE POLICY purge_read ON approval_delegations FOR SELECT TO hub_relay USING (ends_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON approval_delegations FOR DELETE TO hub_relay USING (ends_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, ends_at), DELETE ON approval_delegations TO hub_relay;
