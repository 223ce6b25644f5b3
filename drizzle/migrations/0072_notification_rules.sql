-- Notifications: one for each cause at an integration or a connection, told again after a day, and once when it is over.
SELECT hub_tenant_table('problems');
--> statement-breakpoint
CREATE POLICY purge_read ON problems FOR SELECT TO hub_relay USING (notified_at < now() - interval '90 days');
--> statement-breakpoint
CREATE POLICY purge ON problems FOR DELETE TO hub_relay USING (notified_at < now() - interval '90 days');
--> statement-breakpoint
GRANT SELECT (org_id, notified_at), DELETE ON problems TO hub_relay;
--> statement-breakpoint
-- The endpoints that want an event: those that named its type, and its integration or none.
CREATE FUNCTION hub_wanting(org uuid, event_type text, snapshot jsonb) RETURNS SETOF uuid LANGUAGE sql STABLE
AS $$
  SELECT e.id FROM public.webhook_endpoints e
  WHERE e.org_id = org AND e.disabled_at IS NULL
    AND e.events && ARRAY[event_type, split_part(event_type, '.', 1) || '.*', '*']
    AND (
      e.integration_ids IS NULL
      OR (snapshot ->> CASE WHEN event_type LIKE 'integration.%' THEN 'id' ELSE 'integration_id' END)::uuid = ANY (e.integration_ids)
      OR EXISTS (
        SELECT 1 FROM public.integrations i
        JOIN public.integration_revisions v
          ON v.org_id = i.org_id AND v.integration_id = i.id AND v.revision = coalesce(i.active_revision, i.revision)
        WHERE i.org_id = org AND i.id = ANY (e.integration_ids)
          AND v.connection_ids @> ARRAY[(snapshot ->> 'connection_id')::uuid]
      )
    )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hub_emit(org uuid, event_type text, snapshot jsonb) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  event uuid := uuidv7();
  place bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.hub_wanting(org, event_type, snapshot)) THEN
    RETURN;
  END IF;
  INSERT INTO public.events (org_id, id, type, snapshot, occurred_at)
  VALUES (org, event, event_type, snapshot, clock_timestamp()) RETURNING seq INTO place;
  INSERT INTO public.webhook_deliveries (org_id, endpoint_id, event_id, seq)
  SELECT org, e.id, event, place FROM public.webhook_endpoints e
  WHERE e.org_id = org AND e.id IN (SELECT public.hub_wanting(org, event_type, snapshot))
  -- One that is being deleted is waited for and left out, instead of failing the cause of the event.
  FOR KEY SHARE OF e;
  PERFORM pg_notify('hub_deliveries', '');
END $$;
--> statement-breakpoint
-- Something went wrong with an integration or a connection: tells of it the first time, and again after a day.
CREATE FUNCTION hub_open_problem(org uuid, about uuid, what text, snapshot jsonb) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  moment timestamptz(3) := clock_timestamp();
  problem record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.hub_wanting(org, 'notification.' || what, snapshot)) THEN
    RETURN;
  END IF;
  INSERT INTO public.problems AS p (org_id, subject, cause, since, notified_at, count)
  VALUES (org, about, what, moment, moment, 1)
  ON CONFLICT (org_id, subject, cause) DO UPDATE SET
    count = p.count + 1,
    notified_at = CASE WHEN p.notified_at < moment - interval '1 day' THEN moment ELSE p.notified_at END
  RETURNING p.since, p.count, p.notified_at INTO problem;
  IF problem.notified_at = moment THEN
    PERFORM public.hub_emit(org, 'notification.' || what, snapshot || jsonb_build_object(
      'cause', what, 'since', problem.since, 'count', problem.count
    ));
  END IF;
END $$;
--> statement-breakpoint
-- All is well again: told once, where something was told before.
CREATE FUNCTION hub_close_problems(org uuid, about uuid, snapshot jsonb) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  total integer;
  first timestamptz(3);
BEGIN
  WITH gone AS (DELETE FROM public.problems WHERE org_id = org AND subject = about RETURNING since)
  SELECT count(*), min(since) FROM gone INTO total, first;
  IF total > 0 THEN
    PERFORM public.hub_emit(org, 'notification.recovered', snapshot || jsonb_build_object(
      'cause', 'recovered', 'since', first, 'count', total
    ));
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION hub_notify_run() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  what text := CASE
    WHEN NEW.status IN ('failed', 'partially_succeeded') THEN NEW.status
    WHEN NEW.withheld IS NOT NULL THEN 'withheld'
  END;
  snapshot jsonb := jsonb_build_object(
    'integration_id', NEW.integration_id, 'run_id', NEW.id, 'error_code', NEW.error ->> 'code',
    'name', (SELECT i.name FROM public.integrations i WHERE i.org_id = NEW.org_id AND i.id = NEW.integration_id)
  );
BEGIN
  IF what IS NOT NULL THEN
    PERFORM public.hub_open_problem(NEW.org_id, NEW.integration_id, what, snapshot);
  ELSIF NEW.status = 'succeeded' THEN
    PERFORM public.hub_close_problems(NEW.org_id, NEW.integration_id, snapshot);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_ended AFTER UPDATE ON runs FOR EACH ROW
WHEN (NEW.status <> OLD.status AND NEW.status IN ('succeeded', 'partially_succeeded', 'failed'))
EXECUTE FUNCTION hub_notify_run();
--> statement-breakpoint
CREATE FUNCTION hub_notify_connection() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  snapshot jsonb := jsonb_build_object('connection_id', NEW.id, 'name', NEW.name);
BEGIN
  IF NEW.status IN ('error', 'expired') THEN
    PERFORM public.hub_open_problem(NEW.org_id, NEW.id, 'connection_broken', snapshot);
  ELSIF NEW.status = 'active' THEN
    PERFORM public.hub_close_problems(NEW.org_id, NEW.id, snapshot);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_changed AFTER UPDATE ON connections FOR EACH ROW
WHEN (NEW.status <> OLD.status AND NEW.deleted_at IS NULL)
EXECUTE FUNCTION hub_notify_connection();
