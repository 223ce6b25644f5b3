-- Hooks: who sees them and their events, how a delivery finds its hook, and how long events are kept.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['hooks', 'hook_events']
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
-- A vendor knows no organization: the look-up answers one exact id, and says no more than whose it is.
CREATE POLICY key_lookup ON hooks FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_hook(hook uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT h.org_id FROM public.hooks h WHERE h.id = hook LIMIT 1 $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_hook(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_hook(uuid) TO hub_app;
--> statement-breakpoint
-- Credentials that were replaced go when their overlap is over.
CREATE POLICY relay ON hooks FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
CREATE POLICY purge ON hooks FOR UPDATE TO hub_relay
  USING (previous_expires_at < now()) WITH CHECK (previous_sealed IS NULL);
--> statement-breakpoint
GRANT SELECT (previous_expires_at), UPDATE (previous_sealed, previous_expires_at) ON hooks TO hub_relay;
--> statement-breakpoint
-- The sweeper throws events away after 30 days: no vendor sends one again for so long.
CREATE POLICY purge_read ON hook_events FOR SELECT TO hub_relay USING (received_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON hook_events FOR DELETE TO hub_relay USING (received_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, received_at), DELETE ON hook_events TO hub_relay;
