CREATE POLICY key_lookup ON second_factors FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
DROP FUNCTION hub_find_session(bytea);
--> statement-breakpoint
-- A session of an active member, with the member's roles and those of their groups: `[{"role": …, "account_id": …}]`, the end that
-- the organization sets it, and what it needs where the organization asks for a second factor. Identity providers ask by themselves.
CREATE FUNCTION hub_find_session(hmac bytea)
RETURNS TABLE (
  org_id uuid, id uuid, user_id uuid, signed_in_at timestamptz, elevated_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, idle_minutes integer, require_if_match boolean, sso_connection_id uuid, second_factor_need text,
  grants jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT s.org_id, s.id, s.user_id, coalesce(s.signed_in_at, s.created_at), s.elevated_at, s.last_seen_at,
    least(s.expires_at, coalesce(s.signed_in_at, s.created_at) + make_interval(mins => o.session_lifetime_minutes)),
    o.session_idle_minutes, o.require_if_match, s.sso_connection_id,
    CASE
      WHEN o.second_factor <> 'required' OR s.sso_connection_id IS NOT NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT 1 FROM public.second_factors f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL
      ) AND NOT EXISTS (SELECT 1 FROM public.passkeys p WHERE p.user_id = s.user_id) THEN 'set_up'
      WHEN NOT s.methods && ARRAY['totp', 'recovery_code', 'passkey'] THEN 'confirm'
    END,
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
REVOKE ALL ON FUNCTION hub_find_session(bytea) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_session(bytea) TO hub_app;
--> statement-breakpoint
-- Processes that remember sessions forget all of an organization when its policy changes, and those of a person who adds or removes
-- a second factor.
CREATE TRIGGER announce_sign_in AFTER UPDATE OF second_factor, session_idle_minutes, session_lifetime_minutes ON organizations
  FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
--> statement-breakpoint
CREATE TRIGGER announce AFTER UPDATE OF confirmed_at OR DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION hub_announce_member();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION hub_announce_member();
--> statement-breakpoint
CREATE TRIGGER announce_methods AFTER UPDATE OF methods ON user_sessions
  FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
