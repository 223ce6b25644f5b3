-- What the newest revisions of present integrations name, and which workflows are of deleted ones. Row-level security is for the application's role; the owner sees every row here.
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE workflows NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE connections NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE integrations SET service_types = named.service_types
FROM (
  SELECT r.org_id, r.integration_id, r.revision, array_agg(DISTINCT c.service_type ORDER BY c.service_type) AS service_types
  FROM integration_revisions r JOIN connections c ON c.org_id = r.org_id AND c.id = ANY (r.connection_ids)
  GROUP BY 1, 2, 3
) AS named
WHERE named.org_id = integrations.org_id AND named.integration_id = integrations.id AND named.revision = integrations.revision;
--> statement-breakpoint
UPDATE workflows SET deleted_at = i.deleted_at FROM integrations i
WHERE i.org_id = workflows.org_id AND i.id = workflows.integration_id AND i.deleted_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE workflows FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
