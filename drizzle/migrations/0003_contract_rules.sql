-- Row-level security of the tables that came with the whole HTTP contract, and what may cross tenants.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'api_key_uses', 'oauth_clients', 'spent_tokens', 'token_issuers', 'idempotency_keys', 'connection_schemas',
    'connection_requests', 'run_logs'
  ]
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
-- Of no tenant: reached through the definer functions below only.
REVOKE ALL ON signing_keys, request_buckets FROM PUBLIC;
--> statement-breakpoint
-- Answers of third parties and counts of requests need not outlive a crash, and stay out of the write-ahead log.
ALTER TABLE connection_requests SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE request_buckets SET UNLOGGED;
--> statement-breakpoint
CREATE POLICY relay ON connection_requests FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT ON connection_requests TO hub_relay;
--> statement-breakpoint
-- What the sweeper may throw away: each policy says from when on.
CREATE POLICY purge ON connection_requests FOR DELETE TO hub_relay USING (created_at < now() - interval '10 minutes');
--> statement-breakpoint
GRANT DELETE ON connection_requests TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON idempotency_keys FOR SELECT TO hub_relay USING (created_at < now() - interval '24 hours');
--> statement-breakpoint
CREATE POLICY purge ON idempotency_keys FOR DELETE TO hub_relay USING (created_at < now() - interval '24 hours');
--> statement-breakpoint
GRANT SELECT (org_id, created_at), DELETE ON idempotency_keys TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON spent_tokens FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON spent_tokens FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON spent_tokens TO hub_relay;
--> statement-breakpoint
GRANT SELECT (bucket, refilled_at), DELETE ON request_buckets TO hub_relay;
--> statement-breakpoint
-- Credentials that came before the ones in use go when nobody may roll back to them any more.
CREATE POLICY purge_read ON connections FOR SELECT TO hub_relay USING (rollback_until < now());
--> statement-breakpoint
CREATE POLICY purge ON connections FOR UPDATE TO hub_relay USING (rollback_until < now()) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT (org_id, id, credential_version, previous_credential_version, rollback_until),
  UPDATE (previous_credential_version, rollback_until) ON connections TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON connection_credentials FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
CREATE POLICY purge ON connection_credentials FOR DELETE TO hub_relay USING (
  EXISTS (
    SELECT 1 FROM connections c
    WHERE c.org_id = connection_credentials.org_id AND c.id = connection_credentials.connection_id
      AND c.rollback_until < now() AND c.credential_version <> connection_credentials.version
  )
);
--> statement-breakpoint
GRANT SELECT (org_id, connection_id, version), DELETE ON connection_credentials TO hub_relay;
--> statement-breakpoint
-- The look-ups that do not know the tenant yet: each answers one exact value.
CREATE POLICY key_lookup ON organizations FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON oauth_clients FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON spent_tokens FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON token_issuers FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
DROP FUNCTION hub_find_api_key(bytea);
--> statement-breakpoint
CREATE FUNCTION hub_find_api_key(hmac bytea)
RETURNS TABLE (
  org_id uuid, id uuid, scopes text[], expires_at timestamptz, disabled_at timestamptz, allowed_cidrs text[],
  require_if_match boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT k.org_id, k.id, k.scopes, k.expires_at, k.disabled_at, k.allowed_cidrs, o.require_if_match
  FROM public.api_keys k JOIN public.organizations o ON o.id = k.org_id
  WHERE k.key_hmac = hmac LIMIT 1
$$;
--> statement-breakpoint
-- `jti`: the access token that asks; absent when the client itself does.
CREATE FUNCTION hub_find_oauth_client(client uuid, jti text DEFAULT NULL)
RETURNS TABLE (
  org_id uuid, auth_method text, pepper_id text, secret_hmac bytea, previous_hmac bytea,
  previous_expires_at timestamptz, jwks jsonb, scopes text[], disabled_at timestamptz, require_if_match boolean,
  revoked boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT c.org_id, c.auth_method, c.pepper_id, c.secret_hmac, c.previous_hmac, c.previous_expires_at, c.jwks, c.scopes,
    c.disabled_at, o.require_if_match, EXISTS (
      SELECT 1 FROM public.spent_tokens t
      WHERE t.org_id = c.org_id AND t.kind = 'access_token' AND t.client_id = c.id
        AND t.jti = hub_find_oauth_client.jti
    )
  FROM public.oauth_clients c JOIN public.organizations o ON o.id = c.org_id
  WHERE c.id = client LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION hub_find_token_issuer(issuer_url text)
RETURNS TABLE (
  org_id uuid, id uuid, audience text, jwks_uri text, algorithms text[], scope_rules jsonb, subjects text[],
  disabled_at timestamptz, require_if_match boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT i.org_id, i.id, i.audience, i.jwks_uri, i.algorithms, i.scope_rules, i.subjects, i.disabled_at,
    o.require_if_match
  FROM public.token_issuers i JOIN public.organizations o ON o.id = i.org_id
  WHERE i.issuer = issuer_url LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION hub_read_signing_keys()
RETURNS TABLE (kid text, public_jwk jsonb, sealed bytea, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT k.kid, k.public_jwk, k.sealed, k.created_at FROM public.signing_keys k ORDER BY k.created_at DESC $$;
--> statement-breakpoint
-- Adds a key unless one as new is there: of many processes that find it is time, one has its key taken.
CREATE FUNCTION hub_add_signing_key(kid text, public_jwk jsonb, sealed bytea, newer_than timestamptz, keep integer)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
BEGIN
  LOCK TABLE public.signing_keys IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM public.signing_keys k WHERE k.created_at > newer_than) THEN
    RETURN false;
  END IF;
  INSERT INTO public.signing_keys VALUES (kid, public_jwk, sealed, clock_timestamp());
  DELETE FROM public.signing_keys k WHERE k.kid NOT IN (
    SELECT n.kid FROM public.signing_keys n ORDER BY n.created_at DESC LIMIT keep
  );
  RETURN true;
END $$;
--> statement-breakpoint
-- Takes up to `wanted` requests out of a bucket that fills evenly; all in thousandths, so that slow rates add up.
CREATE FUNCTION hub_take_requests(bucket_name text, per_minute integer, burst integer, wanted integer)
RETURNS TABLE (granted integer, left_milli bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
DECLARE
  available bigint;
  asked_at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO public.request_buckets VALUES (bucket_name, burst * 1000::bigint, asked_at) ON CONFLICT DO NOTHING;
  SELECT least(
    burst * 1000::bigint,
    b.milli_tokens + floor(greatest(extract(epoch FROM asked_at - b.refilled_at), 0) * per_minute * 1000 / 60)::bigint
  ) INTO available FROM public.request_buckets b WHERE b.bucket = bucket_name FOR UPDATE;
  granted := least(wanted, available / 1000);
  left_milli := available - granted * 1000::bigint;
  UPDATE public.request_buckets SET milli_tokens = left_milli, refilled_at = greatest(refilled_at, asked_at)
  WHERE bucket = bucket_name;
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_api_key(bytea), hub_find_oauth_client(uuid, text), hub_find_token_issuer(text),
  hub_read_signing_keys(), hub_add_signing_key(text, jsonb, bytea, timestamptz, integer),
  hub_take_requests(text, integer, integer, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_api_key(bytea), hub_find_oauth_client(uuid, text), hub_find_token_issuer(text),
  hub_read_signing_keys(), hub_add_signing_key(text, jsonb, bytea, timestamptz, integer),
  hub_take_requests(text, integer, integer, integer) TO hub_app;
--> statement-breakpoint
-- Whoever remembers a credential forgets it when it changes, however it was changed.
CREATE FUNCTION hub_announce_credential() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('hub_credentials', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
--> statement-breakpoint
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON oauth_clients FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
--> statement-breakpoint
CREATE TRIGGER announce AFTER UPDATE OR DELETE ON token_issuers FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
