-- Row-level security on every table of a tenant, forced so that the owner obeys it too.
-- `hub_app` sees the tenant set for the transaction; `hub_relay` what it needs to carry orders and to repair.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOR tenant_table IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'org_id'
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
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON organizations TO hub_app USING (id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON organizations TO hub_app;
--> statement-breakpoint
-- Audit rows are added and read, never changed.
REVOKE UPDATE, DELETE ON audit_events FROM hub_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO hub_app;
--> statement-breakpoint
CREATE POLICY relay ON outbox TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO hub_relay;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO hub_relay;
--> statement-breakpoint
CREATE POLICY relay ON runs FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT ON runs TO hub_relay;
--> statement-breakpoint
CREATE POLICY relay ON connection_tests FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT ON connection_tests TO hub_relay;
--> statement-breakpoint
-- A bearer key names no tenant: this function answers one exact HMAC, and nothing else crosses tenants.
CREATE POLICY key_lookup ON api_keys FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_api_key(hmac bytea)
RETURNS TABLE (org_id uuid, id uuid, scopes text[], expires_at timestamptz, disabled_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT k.org_id, k.id, k.scopes, k.expires_at, k.disabled_at FROM public.api_keys k WHERE k.key_hmac = hmac LIMIT 1
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_api_key(bytea) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_api_key(bytea) TO hub_app;
--> statement-breakpoint
-- The fence of a stream: locks its row and fails unless the caller still holds the lease.
CREATE FUNCTION hub_fence(org uuid, integration uuid, stream_name text, held_epoch bigint, held_page_seq bigint)
RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM public.streams s
  WHERE s.org_id = org AND s.integration_id = integration AND s.stream = stream_name
    AND s.epoch = held_epoch AND s.page_seq = held_page_seq
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease was taken over' USING ERRCODE = 'HB001';
  END IF;
END $$;
--> statement-breakpoint
-- The fence and the step of a checkpoint in one: prolongs the lease, and moves the cursor where the page is finished.
CREATE FUNCTION hub_advance(
  org uuid, integration uuid, stream_name text, held_epoch bigint, held_page_seq bigint, lease_ms float8,
  moves boolean, next_cursor jsonb, ends boolean
)
RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.streams s SET
    lease_until = CASE WHEN ends THEN NULL ELSE clock_timestamp() + lease_ms * interval '1 millisecond' END,
    page_seq = s.page_seq + moves::int,
    page_cursor = CASE WHEN moves THEN next_cursor ELSE s.page_cursor END,
    finished = CASE WHEN moves THEN ends ELSE s.finished END,
    page_in_doubt = s.page_in_doubt AND NOT moves
  WHERE s.org_id = org AND s.integration_id = integration AND s.stream = stream_name
    AND s.epoch = held_epoch AND s.page_seq = held_page_seq;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease was taken over' USING ERRCODE = 'HB001';
  END IF;
END $$;
