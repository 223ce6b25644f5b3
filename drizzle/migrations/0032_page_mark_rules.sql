-- Row-level security of the pages whose new records are under way.
ALTER TABLE page_marks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE page_marks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant ON page_marks TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON page_marks TO hub_app;
--> statement-breakpoint
-- Those of deleted integrations go.
CREATE POLICY purge_read ON page_marks FOR SELECT TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.integrations i WHERE i.org_id = page_marks.org_id AND i.id = page_marks.integration_id
    AND i.deleted_at < now() - interval '1 hour'
));
--> statement-breakpoint
CREATE POLICY purge ON page_marks FOR DELETE TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.integrations i WHERE i.org_id = page_marks.org_id AND i.id = page_marks.integration_id
    AND i.deleted_at < now() - interval '1 hour'
));
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, stream), DELETE ON page_marks TO hub_relay;
--> statement-breakpoint
-- Leases of processes that are gone are ended, whichever tenant's they are.
CREATE POLICY lease_read ON streams FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
CREATE POLICY lease_end ON streams FOR UPDATE TO hub_relay USING (holder IS NOT NULL) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT (epoch, lease_until, holder, quiet_until, page_in_doubt), UPDATE (epoch, lease_until, holder, quiet_until, page_in_doubt) ON streams TO hub_relay;
