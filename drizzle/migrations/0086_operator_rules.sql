-- The operator's view of all organizations, and who is told when one is suspended or its limits change.
CREATE TRIGGER announce AFTER UPDATE OF suspended_at, requests_per_minute, requests_burst ON organizations
  FOR EACH ROW EXECUTE FUNCTION hub_announce_credential();
--> statement-breakpoint
-- Schedules of suspended organizations stay due.
CREATE POLICY relay ON organizations FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (id, suspended_at) ON organizations TO hub_relay;
--> statement-breakpoint
-- Called for who shows the operator's key: nothing else of an organization is seen across tenants.
CREATE FUNCTION hub_list_organizations(suspended boolean, part text, page_limit integer, page_offset integer)
RETURNS TABLE (
  id uuid, name text, external_ref text, require_if_match boolean, suspended_at timestamptz,
  requests_per_minute integer, requests_burst integer, segments_max integer, row_version bigint,
  created_at timestamptz, updated_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT o.id, o.name, o.external_ref, o.require_if_match, o.suspended_at, o.requests_per_minute, o.requests_burst,
    o.segments_max, o.row_version, o.created_at, o.updated_at
  FROM public.organizations o
  WHERE (suspended IS NULL OR (o.suspended_at IS NOT NULL) = suspended)
    AND (part IS NULL OR position(lower(part) in lower(o.name)) > 0 OR o.external_ref = part)
  ORDER BY o.id DESC LIMIT page_limit OFFSET page_offset
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_list_organizations(boolean, text, integer, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_list_organizations(boolean, text, integer, integer) TO hub_app;
--> statement-breakpoint
CREATE FUNCTION hub_count_organizations(suspended boolean, part text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT count(*) FROM public.organizations o
  WHERE (suspended IS NULL OR (o.suspended_at IS NOT NULL) = suspended)
    AND (part IS NULL OR position(lower(part) in lower(o.name)) > 0 OR o.external_ref = part)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_count_organizations(boolean, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_count_organizations(boolean, text) TO hub_app;
