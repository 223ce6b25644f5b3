-- Row-level security of the groups that aggregations make. They are read in the order of their keys' bytes.
ALTER TABLE record_groups ALTER COLUMN group_key TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE record_groups ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE record_groups FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON record_groups TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON record_groups TO hub_app;
