-- Tests of sign-ins: who sees them, how the browser of one is known, and when they go.
SELECT hub_tenant_table('sso_tests');
--> statement-breakpoint
CREATE POLICY key_lookup ON sso_tests FOR SELECT TO CURRENT_USER USING (true);
--> statement-breakpoint
-- To which organization a test belongs; its connection may be disabled.
CREATE FUNCTION hub_find_sso_test(test uuid) RETURNS TABLE (org_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT t.org_id FROM public.sso_tests t WHERE t.id = test LIMIT 1 $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hub_find_sso_test(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hub_find_sso_test(uuid) TO hub_app;
--> statement-breakpoint
-- What the purger takes away.
CREATE POLICY purge_read ON sso_tests FOR SELECT TO hub_relay USING (expires_at < now());
--> statement-breakpoint
CREATE POLICY purge ON sso_tests FOR DELETE TO hub_relay USING (expires_at < now());
--> statement-breakpoint
GRANT SELECT (org_id, expires_at), DELETE ON sso_tests TO hub_relay;
--> statement-breakpoint
-- A worker finds the connections whose metadata is due, of every tenant, and nothing else of them.
CREATE POLICY relay ON sso_connections FOR SELECT TO hub_relay USING (metadata_due_at IS NOT NULL);
--> statement-breakpoint
GRANT SELECT (org_id, id, metadata_due_at) ON sso_connections TO hub_relay;
