-- Workers look for approvals that people are told of, of every tenant; what they are they see as its tenant only.
CREATE POLICY relay ON waits FOR SELECT TO hub_relay USING (tell_at IS NOT NULL);
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, run_id, step, status, tell_at) ON waits TO hub_relay;
