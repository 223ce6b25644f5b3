-- Row-level security of the tables of tokens and authorizations.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['connection_tokens', 'connection_authorizations']
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON public.%I TO hub_app USING (org_id = nullif(current_setting(''hub.org'', true), '''')::uuid)',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON public.%I TO hub_app', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- The sweeper throws away authorizations whose time is over. It may see when that is, and nothing else of them.
CREATE POLICY purge_read ON connection_authorizations FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON connection_authorizations FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON connection_authorizations TO hub_relay;
