-- The relay sees which hooks have deliveries that are due.
CREATE POLICY relay ON inbox FOR SELECT TO hub_relay USING (due_at IS NOT NULL);
--> statement-breakpoint
GRANT SELECT (hook_id, due_at) ON inbox TO hub_relay;
