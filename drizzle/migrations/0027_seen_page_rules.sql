-- Row-level security of the pages that readings have seen.
ALTER TABLE seen_pages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE seen_pages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON seen_pages TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON seen_pages TO hub_app;
