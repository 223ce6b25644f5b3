-- Schedules: who sees them and their ticks, which of them are due in all organizations, and how long ticks are kept.
SELECT hub_tenant_table('schedules');
--> statement-breakpoint
SELECT hub_tenant_table('schedule_ticks');
--> statement-breakpoint
-- Workers take schedules that are due, and learn nothing else of them here.
CREATE POLICY relay ON schedules FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
CREATE POLICY relay_claim ON schedules FOR UPDATE TO hub_relay USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT (org_id, workflow_id, next_due_at, not_before), UPDATE (not_before) ON schedules TO hub_relay;
--> statement-breakpoint
-- Ticks that the operator keeps no longer, as runs. Younger ones than a day are nobody's to throw away.
CREATE POLICY purge_read ON schedule_ticks FOR SELECT TO hub_relay USING (created_at < now() - interval '1 day');
--> statement-breakpoint
CREATE POLICY purge ON schedule_ticks FOR DELETE TO hub_relay USING (created_at < now() - interval '1 day');
--> statement-breakpoint
GRANT SELECT (org_id, created_at), DELETE ON schedule_ticks TO hub_relay;
