-- Links for a new password: of the person, and of an organization as far as they are for its members.
SELECT hub_person_table('reset_links', 'user_id');
--> statement-breakpoint
CREATE POLICY colleague ON reset_links TO hub_app
  USING (EXISTS (
    SELECT 1 FROM memberships m
    WHERE m.org_id = nullif(current_setting('hub.org', true), '')::uuid AND m.user_id = reset_links.user_id
  ))
  WITH CHECK (org_id = nullif(current_setting('hub.org', true), '')::uuid AND EXISTS (
    SELECT 1 FROM memberships m
    WHERE m.org_id = nullif(current_setting('hub.org', true), '')::uuid AND m.user_id = reset_links.user_id
  ));
--> statement-breakpoint
CREATE POLICY key_lookup ON reset_links FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
CREATE FUNCTION hub_find_reset_link(hmac bytea) RETURNS TABLE (user_id uuid, org_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT l.user_id, l.org_id FROM public.reset_links l WHERE l.token_hmac = hmac LIMIT 1 $$;
--> statement-breakpoint
-- Whether a member of an organization also belongs to another one, as a member or by its identity provider. Which, it does not say.
CREATE FUNCTION hub_is_member_elsewhere(person uuid, organization uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT EXISTS (SELECT 1 FROM public.memberships m WHERE m.user_id = person AND m.org_id <> organization)
      OR EXISTS (SELECT 1 FROM public.users u WHERE u.id = person AND u.managed_by <> organization)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_reset_link(bytea), hub_is_member_elsewhere(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_reset_link(bytea), hub_is_member_elsewhere(uuid, uuid) TO hub_app;
--> statement-breakpoint
-- What the purger takes away.
CREATE POLICY purge_read ON reset_links FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON reset_links FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON reset_links TO hub_relay;
