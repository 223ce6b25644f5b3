-- Links between integrations, and runs that start when others end: who sees them, and what writes them.
SELECT hub_tenant_table('integration_links');
--> statement-breakpoint
SELECT hub_tenant_table('after_starts');
--> statement-breakpoint
-- Workers look for runs that are to be started, of every tenant, and learn nothing else of them here.
CREATE POLICY relay ON after_starts FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, id) ON after_starts TO hub_relay;
--> statement-breakpoint
-- In the transaction that ends a run, whatever ends it: each active trigger that names its integration and its outcome gets a row.
CREATE FUNCTION hub_start_after() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.after_starts (org_id, id, integration_id, workflow_id, run_id)
  SELECT NEW.org_id, uuidv7(), l.integration_id, w.id, NEW.id
  FROM public.integration_links l
  JOIN public.workflows w ON w.org_id = l.org_id AND w.integration_id = l.integration_id AND w.trigger_key = l.name
  WHERE l.org_id = NEW.org_id AND l.other_id = NEW.integration_id AND l.kind = 'after' AND NEW.status = ANY (l.outcomes)
    AND w.status = 'active';
  IF FOUND THEN
    PERFORM pg_notify('hub_after_starts', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER start_after AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL AND NEW.status IN ('succeeded', 'partially_succeeded', 'failed'))
EXECUTE FUNCTION hub_start_after();
