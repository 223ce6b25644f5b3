-- Single sign-on, groups and passkeys: who sees what, and the look-ups that come before a person or an organization is known.
SELECT hub_person_table('passkeys', 'user_id');
--> statement-breakpoint
SELECT hub_tenant_table('sso_connections');
--> statement-breakpoint
SELECT hub_tenant_table('sso_domains');
--> statement-breakpoint
SELECT hub_tenant_table('identities');
--> statement-breakpoint
SELECT hub_tenant_table('spent_assertions');
--> statement-breakpoint
SELECT hub_tenant_table('user_groups');
--> statement-breakpoint
SELECT hub_tenant_table('user_group_members');
--> statement-breakpoint
SELECT hub_tenant_table('user_group_grants');
--> statement-breakpoint
-- Whom an organization's identity provider made, the organization may change and delete.
CREATE POLICY manager ON users TO hub_app USING (managed_by = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY key_lookup ON passkeys FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON sso_connections FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON sso_domains FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON user_group_members FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE POLICY key_lookup ON user_group_grants FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_passkey(credential bytea) RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT p.user_id FROM public.passkeys p WHERE p.credential_id = credential LIMIT 1 $$;
--> statement-breakpoint
-- To which organization a connection that is in use belongs.
CREATE FUNCTION hub_find_sso_connection(connection uuid) RETURNS TABLE (org_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT c.org_id FROM public.sso_connections c WHERE c.id = connection AND c.disabled_at IS NULL LIMIT 1 $$;
--> statement-breakpoint
-- How people of a domain sign in, once somebody has shown that it is theirs.
CREATE FUNCTION hub_find_sso_domain(wanted text)
RETURNS TABLE (org_id uuid, sso_connection_id uuid, kind text, name text, enforced boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT d.org_id, c.id, c.kind, c.name, d.enforced
  FROM public.sso_domains d JOIN public.sso_connections c ON c.org_id = d.org_id AND c.id = d.sso_connection_id
  WHERE d.domain = wanted AND d.verified_at IS NOT NULL AND c.disabled_at IS NULL LIMIT 1
$$;
--> statement-breakpoint
DROP FUNCTION hub_find_session(bytea);
--> statement-breakpoint
-- A session of an active member, with the member's roles and those of their groups: `[{"role": …, "account_id": …}]`.
CREATE FUNCTION hub_find_session(hmac bytea)
RETURNS TABLE (
  org_id uuid, id uuid, user_id uuid, elevated_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  require_if_match boolean, sso_connection_id uuid, grants jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT s.org_id, s.id, s.user_id, s.elevated_at, s.last_seen_at, s.expires_at, o.require_if_match, s.sso_connection_id,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('role', given.role, 'account_id', given.account_id)) FROM (
        SELECT g.role, g.account_id FROM public.role_grants g WHERE g.org_id = s.org_id AND g.user_id = s.user_id
        UNION
        SELECT g.role, g.account_id FROM public.user_group_members m
        JOIN public.user_group_grants g ON g.org_id = m.org_id AND g.group_id = m.group_id
        WHERE m.org_id = s.org_id AND m.user_id = s.user_id
      ) AS given
    ), '[]')
  FROM public.user_sessions s
  JOIN public.memberships m ON m.org_id = s.org_id AND m.user_id = s.user_id AND m.status = 'active'
  JOIN public.organizations o ON o.id = s.org_id
  WHERE s.token_hmac = hmac LIMIT 1
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_session(bytea), hub_find_passkey(bytea), hub_find_sso_connection(uuid),
  hub_find_sso_domain(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_session(bytea), hub_find_passkey(bytea), hub_find_sso_connection(uuid),
  hub_find_sso_domain(text) TO hub_app;
--> statement-breakpoint
-- A change of a group's members or roles is a change of what these people may do.
CREATE TRIGGER announce AFTER INSERT OR DELETE ON user_group_members
  FOR EACH ROW EXECUTE FUNCTION hub_announce_member();
--> statement-breakpoint
CREATE FUNCTION hub_announce_group() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE changed record;
BEGIN
  IF TG_OP = 'INSERT' THEN changed := NEW; ELSE changed := OLD; END IF;
  PERFORM pg_notify('hub_credentials', m.user_id::text) FROM user_group_members m
  WHERE m.org_id = changed.org_id AND m.group_id = changed.group_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON user_group_grants
  FOR EACH ROW EXECUTE FUNCTION hub_announce_group();
--> statement-breakpoint
-- What the purger takes away.
CREATE POLICY purge_read ON spent_assertions FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON spent_assertions FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON spent_assertions TO hub_relay;
