-- The relay starts runs under the names of their integrations, by which Temporal shows and finds them.
CREATE POLICY relay_names ON integrations FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (name) ON integrations TO hub_relay;
