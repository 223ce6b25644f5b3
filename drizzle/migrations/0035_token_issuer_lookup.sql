-- Issuers were found by their address alone, which belonged to the first organization that registered it. What is registered stays as it
-- is, with its audience.
DROP FUNCTION hub_find_token_issuer(text);
--> statement-breakpoint
CREATE FUNCTION hub_find_token_issuers(issuer_url text, audiences text[])
RETURNS TABLE (
  org_id uuid, id uuid, audience text, jwks_uri text, algorithms text[], scope_rules jsonb, subjects text[],
  disabled_at timestamptz, require_if_match boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT i.org_id, i.id, i.audience, i.jwks_uri, i.algorithms, i.scope_rules, i.subjects, i.disabled_at,
    o.require_if_match
  FROM public.token_issuers i JOIN public.organizations o ON o.id = i.org_id
  WHERE i.issuer = issuer_url AND i.audience = ANY (audiences) LIMIT 100
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_token_issuers(text, text[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_token_issuers(text, text[]) TO hub_app;
