-- Ended runs that the operator keeps no longer, with their failed records. Younger ones than a day are nobody's to throw away.
CREATE POLICY purge ON runs FOR DELETE TO hub_relay USING (finished_at < now() - interval '1 day');
--> statement-breakpoint
GRANT DELETE ON runs TO hub_relay;
--> statement-breakpoint
CREATE POLICY purge_read ON dead_letters FOR SELECT TO hub_relay USING (
  EXISTS (
    SELECT 1 FROM runs r
    WHERE r.org_id = dead_letters.org_id AND r.id = dead_letters.run_id AND r.finished_at < now() - interval '1 day'
  )
);
--> statement-breakpoint
CREATE POLICY purge ON dead_letters FOR DELETE TO hub_relay USING (
  EXISTS (
    SELECT 1 FROM runs r
    WHERE r.org_id = dead_letters.org_id AND r.id = dead_letters.run_id AND r.finished_at < now() - interval '1 day'
  )
);
--> statement-breakpoint
GRANT SELECT (org_id, id, run_id), DELETE ON dead_letters TO hub_relay;
--> statement-breakpoint
-- What a deleted integration knew of its records goes an hour later, when no segment can hold its lease any more.
CREATE POLICY relay ON integrations FOR SELECT TO hub_relay USING (deleted_at < now() - interval '1 hour');
--> statement-breakpoint
CREATE POLICY purge ON integrations FOR UPDATE TO hub_relay
  USING (deleted_at < now() - interval '1 hour') WITH CHECK (emptied_at IS NOT NULL);
--> statement-breakpoint
GRANT SELECT (org_id, id, deleted_at, emptied_at), UPDATE (emptied_at) ON integrations TO hub_relay;
--> statement-breakpoint
DO $$
DECLARE
  known text;
BEGIN
  FOREACH known IN ARRAY ARRAY['ledger', 'record_groups', 'seen_pages', 'streams']
  LOOP
    EXECUTE format(
      'CREATE POLICY purge_read ON public.%1$I FOR SELECT TO hub_relay USING (EXISTS ('
      || 'SELECT 1 FROM public.integrations i WHERE i.org_id = %1$I.org_id AND i.id = %1$I.integration_id'
      || ' AND i.deleted_at < now() - interval ''1 hour''))',
      known
    );
    EXECUTE format(
      'CREATE POLICY purge ON public.%1$I FOR DELETE TO hub_relay USING (EXISTS ('
      || 'SELECT 1 FROM public.integrations i WHERE i.org_id = %1$I.org_id AND i.id = %1$I.integration_id'
      || ' AND i.deleted_at < now() - interval ''1 hour''))',
      known
    );
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, stream, source_key), DELETE ON ledger TO hub_relay;
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, stream, group_key), DELETE ON record_groups TO hub_relay;
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, stream, page_seq), DELETE ON seen_pages TO hub_relay;
--> statement-breakpoint
GRANT SELECT (org_id, integration_id, stream), DELETE ON streams TO hub_relay;
