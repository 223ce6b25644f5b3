-- Calls of other integrations: who sees them, and what ends them.
SELECT hub_tenant_table('calls');
--> statement-breakpoint
-- Workers look for calls that are due, of every tenant, and learn nothing else of them here.
CREATE POLICY relay ON calls FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, run_id, step, due_at) ON calls TO hub_relay;
--> statement-breakpoint
-- In the transaction that ends an item, whatever ends it, the call is over that waits for it.
CREATE FUNCTION hub_end_call() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.calls SET status = 'ended', outcome = NEW.status, due_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE org_id = NEW.org_id AND child_item_id = NEW.id AND status = 'started';
  IF FOUND THEN
    PERFORM pg_notify('hub_calls', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_call AFTER UPDATE ON items FOR EACH ROW
WHEN (NEW.called AND OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
EXECUTE FUNCTION hub_end_call();
--> statement-breakpoint
-- In the transaction that ends a run, calls are over that it leaves behind, and what it called itself is canceled where it is.
CREATE FUNCTION hub_end_calls() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  changed boolean;
BEGIN
  UPDATE public.calls AS c
  SET status = 'ended', due_at = clock_timestamp(), updated_at = clock_timestamp(),
    outcome = CASE WHEN over.kind = 'sync' THEN NEW.status WHEN over.ended THEN over.item_status ELSE 'left' END
  FROM (
    SELECT asked.id, asked.kind, coalesce(i.ended_at IS NOT NULL, false) AS ended, i.status AS item_status
    FROM (
      SELECT id, kind, child_item_id FROM public.calls
      WHERE org_id = NEW.org_id AND child_run_id = NEW.id AND status = 'started'
      UNION
      SELECT carried.id, carried.kind, carried.child_item_id FROM public.items AS own
      JOIN public.calls AS carried
        ON carried.org_id = own.org_id AND carried.child_item_id = own.id AND carried.status = 'started'
      WHERE own.org_id = NEW.org_id AND own.integration_id = NEW.integration_id AND own.run_id = NEW.id AND own.called
        AND own.status IN ('proposed', 'ready', 'parked', 'held')
    ) AS asked
    LEFT JOIN public.items AS i ON i.org_id = NEW.org_id AND i.id = asked.child_item_id
    -- Another run of the integration may have taken the item.
    WHERE asked.kind = 'sync' OR i.ended_at IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM public.runs AS carrier
      WHERE carrier.org_id = NEW.org_id AND carrier.id = i.run_id AND carrier.id <> NEW.id AND carrier.finished_at IS NULL
    )
    ORDER BY asked.id
  ) AS over
  WHERE c.org_id = NEW.org_id AND c.id = over.id;
  changed := FOUND;
  IF NEW.status = 'canceled' THEN
    UPDATE public.calls SET cancel_requested_at = clock_timestamp(), due_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE org_id = NEW.org_id AND run_id = NEW.id AND status <> 'ended' AND cancel_requested_at IS NULL;
    changed := changed OR FOUND;
  END IF;
  IF changed THEN
    PERFORM pg_notify('hub_calls', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_calls AFTER UPDATE ON runs FOR EACH ROW
WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)
EXECUTE FUNCTION hub_end_calls();
--> statement-breakpoint
-- An item that waits no more wants nothing of what it called.
CREATE FUNCTION hub_cancel_call() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.calls SET cancel_requested_at = clock_timestamp(), due_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE org_id = NEW.org_id AND item_id = NEW.item_id AND step = NEW.step AND status <> 'ended' AND cancel_requested_at IS NULL;
  IF FOUND THEN
    PERFORM pg_notify('hub_calls', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cancel_call AFTER UPDATE ON waits FOR EACH ROW
WHEN (NEW.kind IN ('call', 'sync') AND OLD.status = 'open' AND NEW.status IN ('withdrawn', 'canceled'))
EXECUTE FUNCTION hub_cancel_call();
