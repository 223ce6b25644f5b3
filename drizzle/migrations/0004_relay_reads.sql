-- The relay says by what runs can be searched: the service types of their connections, and nothing else of these.
CREATE POLICY relay ON connections FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, id, service_type) ON connections TO hub_relay;
--> statement-breakpoint
CREATE POLICY relay ON integration_revisions FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, revision, connection_ids) ON integration_revisions TO hub_relay;
