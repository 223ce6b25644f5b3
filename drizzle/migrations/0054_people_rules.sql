-- People: who sees whom, the look-ups that come before a person or an organization is known, and what a change of either ends.
-- A transaction may act for a person (`hub.user`) beside the organization (`hub.org`).
CREATE FUNCTION hub_person_table(person_table regclass, id_column name) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', person_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', person_table);
  EXECUTE format(
    'CREATE POLICY person ON %s TO hub_app USING (%I = nullif(current_setting(''hub.user'', true), '''')::uuid)',
    person_table, id_column
  );
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO hub_app', person_table);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_person_table(regclass, name) FROM PUBLIC;
--> statement-breakpoint
SELECT hub_person_table('users', 'id');
--> statement-breakpoint
SELECT hub_person_table('user_passwords', 'user_id');
--> statement-breakpoint
SELECT hub_person_table('second_factors', 'user_id');
--> statement-breakpoint
SELECT hub_person_table('recovery_codes', 'user_id');
--> statement-breakpoint
SELECT hub_person_table('user_sessions', 'user_id');
--> statement-breakpoint
SELECT hub_tenant_table('memberships');
--> statement-breakpoint
SELECT hub_tenant_table('role_grants');
--> statement-breakpoint
SELECT hub_tenant_table('invitations');
--> statement-breakpoint
-- A person sees where they are a member.
CREATE POLICY person ON memberships FOR SELECT TO hub_app
  USING (user_id = nullif(current_setting('hub.user', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY person ON organizations FOR SELECT TO hub_app
  USING (id IN (SELECT m.org_id FROM memberships m WHERE m.user_id = nullif(current_setting('hub.user', true), '')::uuid));
--> statement-breakpoint
-- An organization sees its members, never their passwords and factors, and the sessions that act in it, which it may end.
CREATE POLICY colleague ON users FOR SELECT TO hub_app
  USING (EXISTS (
    SELECT 1 FROM memberships m
    WHERE m.org_id = nullif(current_setting('hub.org', true), '')::uuid AND m.user_id = users.id
  ));
--> statement-breakpoint
CREATE POLICY tenant_read ON user_sessions FOR SELECT TO hub_app
  USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY tenant_end ON user_sessions FOR DELETE TO hub_app
  USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
-- Look-ups that know neither yet: each answers one exact value.
CREATE POLICY key_lookup ON users FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON user_passwords FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON memberships FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON role_grants FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON invitations FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON user_sessions FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_user(user_email text) RETURNS TABLE (id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT u.id, p.hash FROM public.users u LEFT JOIN public.user_passwords p ON p.user_id = u.id
  WHERE u.email = user_email LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION hub_find_invitation(hmac bytea) RETURNS TABLE (org_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT i.org_id, i.id FROM public.invitations i WHERE i.token_hmac = hmac LIMIT 1 $$;
--> statement-breakpoint
-- A session of an active member, with the member's roles: `[{"role": …, "account_id": …}]`.
CREATE FUNCTION hub_find_session(hmac bytea)
RETURNS TABLE (
  org_id uuid, id uuid, user_id uuid, elevated_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  require_if_match boolean, grants jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT s.org_id, s.id, s.user_id, s.elevated_at, s.last_seen_at, s.expires_at, o.require_if_match, coalesce((
      SELECT jsonb_agg(jsonb_build_object('role', g.role, 'account_id', g.account_id)) FROM public.role_grants g
      WHERE g.org_id = s.org_id AND g.user_id = s.user_id
    ), '[]')
  FROM public.user_sessions s
  JOIN public.memberships m ON m.org_id = s.org_id AND m.user_id = s.user_id AND m.status = 'active'
  JOIN public.organizations o ON o.id = s.org_id
  WHERE s.token_hmac = hmac LIMIT 1
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_user(text), hub_find_invitation(bytea), hub_find_session(bytea) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_user(text), hub_find_invitation(bytea), hub_find_session(bytea) TO hub_app;
--> statement-breakpoint
-- Whoever remembers a session forgets it when it changes, and all sessions of a person whose membership or roles change.
CREATE TRIGGER announce AFTER UPDATE OF org_id, elevated_at, expires_at OR DELETE ON user_sessions
  FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
--> statement-breakpoint
CREATE FUNCTION hub_announce_member() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('hub_credentials', (CASE WHEN TG_OP = 'INSERT' THEN NEW.user_id ELSE OLD.user_id END)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER UPDATE OF status OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION hub_announce_member();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON role_grants
  FOR EACH ROW EXECUTE FUNCTION hub_announce_member();
--> statement-breakpoint
-- A transaction may be limited to some accounts (`hub.accounts`, UUIDs with commas): nothing of others is seen or written then, nor
-- what belongs to no account. What belongs to an integration is looked up through it. Nearly every transaction meets the first condition.
CREATE FUNCTION hub_reaches_account(account uuid) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public
AS $$
BEGIN
  RETURN account = ANY (string_to_array(current_setting('hub.accounts', true), ',')::uuid[]);
END $$;
--> statement-breakpoint
CREATE POLICY account ON accounts AS RESTRICTIVE TO hub_app
  USING (CASE WHEN coalesce(current_setting('hub.accounts', true), '') = '' THEN true ELSE hub_reaches_account(id) END);
--> statement-breakpoint
CREATE POLICY account ON connections AS RESTRICTIVE TO hub_app USING (
  CASE WHEN coalesce(current_setting('hub.accounts', true), '') = '' THEN true
    ELSE coalesce(hub_reaches_account(account_id), false) END
);
--> statement-breakpoint
CREATE POLICY account ON integrations AS RESTRICTIVE TO hub_app USING (
  CASE WHEN coalesce(current_setting('hub.accounts', true), '') = '' THEN true
    ELSE coalesce(hub_reaches_account(account_id), false) END
);
--> statement-breakpoint
-- Scopes that parts of present ones became: whoever had the whole keeps all of it.
CREATE FUNCTION hub_with_new_scopes(held text[]) RETURNS text[] LANGUAGE sql IMMUTABLE
AS $$
  SELECT held
    || CASE WHEN held && ARRAY['runs:read', 'runs:write', 'connections:read', 'connections:write', 'integrations:write'] AND NOT held && ARRAY['records:read', '*']
         THEN ARRAY['records:read'] ELSE '{}' END
    || CASE WHEN held && ARRAY['integrations:write'] AND NOT held && ARRAY['connections:use', '*']
         THEN ARRAY['connections:use'] ELSE '{}' END
$$;
--> statement-breakpoint
ALTER TABLE api_keys NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_clients NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE token_issuers NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE api_keys SET scopes = hub_with_new_scopes(scopes) WHERE scopes <> hub_with_new_scopes(scopes);
--> statement-breakpoint
UPDATE oauth_clients SET scopes = hub_with_new_scopes(scopes) WHERE scopes <> hub_with_new_scopes(scopes);
--> statement-breakpoint
UPDATE token_issuers SET scope_rules = (
  SELECT jsonb_agg(jsonb_set(rule, '{scopes}', to_jsonb(hub_with_new_scopes(
    ARRAY(SELECT jsonb_array_elements_text(rule -> 'scopes'))
  ))) ORDER BY place) FROM jsonb_array_elements(scope_rules) WITH ORDINALITY AS rules (rule, place)
) WHERE jsonb_array_length(scope_rules) > 0;
--> statement-breakpoint
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_clients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE token_issuers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP FUNCTION hub_with_new_scopes(text[]);
--> statement-breakpoint
-- What the purger takes away: sessions that ended, and links a month after their end.
CREATE POLICY purge_read ON user_sessions FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON user_sessions FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON user_sessions TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON invitations FOR SELECT TO hub_relay USING (expires_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON invitations FOR DELETE TO hub_relay USING (expires_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON invitations TO hub_relay;
