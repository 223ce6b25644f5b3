-- What every table with rows of tenants needs: migrations that add one call it, as the owner of the table.
CREATE FUNCTION hub_tenant_table(tenant_table regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format(
    'CREATE POLICY tenant ON %s TO hub_app USING (org_id = nullif(current_setting(''hub.org'', true), '''')::uuid)',
    tenant_table
  );
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO hub_app', tenant_table);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_tenant_table(regclass) FROM PUBLIC;
--> statement-breakpoint
-- No run ever came into this state, so an endpoint loses nothing with it. One that asked for nothing else keeps it, as every
-- endpoint has to ask for something.
ALTER TABLE webhook_endpoints NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE webhook_endpoints SET events = array_remove(events, 'run.awaiting_approval')
WHERE 'run.awaiting_approval' = ANY (events) AND events <> ARRAY['run.awaiting_approval'];
--> statement-breakpoint
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
