-- Events: what makes them, who sees them, and how long they are kept.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'webhook_endpoints', 'webhook_queues', 'events', 'webhook_deliveries', 'webhook_attempts'
  ]
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON public.%I TO hub_app USING (org_id = nullif(current_setting(''hub.org'', true), '''')::uuid)',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON public.%I TO hub_app', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE events_seq_seq TO hub_app;
--> statement-breakpoint
-- Workers look for endpoints with something to send, of every tenant; what it is they see as its tenant only.
CREATE POLICY relay ON webhook_endpoints FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, id, ordering, disabled_at, previous_expires_at) ON webhook_endpoints TO hub_relay;
--> statement-breakpoint
-- A secret that was rotated out goes when its overlap is over.
CREATE POLICY purge ON webhook_endpoints FOR UPDATE TO hub_relay
  USING (previous_expires_at < now()) WITH CHECK (previous_sealed IS NULL);
--> statement-breakpoint
GRANT UPDATE (previous_sealed, previous_expires_at) ON webhook_endpoints TO hub_relay;
--> statement-breakpoint
CREATE POLICY relay ON webhook_queues FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, endpoint_id, lease_until, retry_at) ON webhook_queues TO hub_relay;
--> statement-breakpoint
CREATE POLICY relay ON webhook_deliveries FOR SELECT TO hub_relay USING (true);
--> statement-breakpoint
GRANT SELECT (org_id, endpoint_id, seq, status, due_at) ON webhook_deliveries TO hub_relay;
--> statement-breakpoint
-- The sweeper throws events away after 30 days, their deliveries and attempts with them.
CREATE POLICY purge_read ON events FOR SELECT TO hub_relay USING (occurred_at < now() - interval '30 days');
--> statement-breakpoint
CREATE POLICY purge ON events FOR DELETE TO hub_relay USING (occurred_at < now() - interval '30 days');
--> statement-breakpoint
GRANT SELECT (org_id, occurred_at), DELETE ON events TO hub_relay;
--> statement-breakpoint
-- Tells the endpoints of an organization that want to know. Where none does, nothing is written.
CREATE FUNCTION hub_emit(org uuid, event_type text, snapshot jsonb) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  wanted text[] := ARRAY[event_type, split_part(event_type, '.', 1) || '.*', '*'];
  event uuid := uuidv7();
  place bigint;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.webhook_endpoints e WHERE e.org_id = org AND e.disabled_at IS NULL AND e.events && wanted
  ) THEN
    RETURN;
  END IF;
  INSERT INTO public.events (org_id, id, type, snapshot, occurred_at)
  VALUES (org, event, event_type, snapshot, clock_timestamp()) RETURNING seq INTO place;
  INSERT INTO public.webhook_deliveries (org_id, endpoint_id, event_id, seq)
  SELECT org, e.id, event, place FROM public.webhook_endpoints e
  WHERE e.org_id = org AND e.disabled_at IS NULL AND e.events && wanted
  -- One that is being deleted is waited for and left out, instead of failing the cause of the event.
  FOR KEY SHARE OF e;
  PERFORM pg_notify('hub_deliveries', '');
END $$;
--> statement-breakpoint
-- Failed records are told of in sums: at most once a minute while a run goes on, and when it ends.
CREATE FUNCTION hub_sum_failed() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  NEW.failed_told := NEW.failed;
  NEW.failed_told_at := clock_timestamp();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER sum_failed BEFORE UPDATE ON runs FOR EACH ROW
WHEN (
  NEW.failed > OLD.failed_told AND (
    OLD.failed_told_at IS NULL OR OLD.failed_told_at < clock_timestamp() - interval '1 minute'
    OR NEW.finished_at IS NOT NULL
  )
)
EXECUTE FUNCTION hub_sum_failed();
--> statement-breakpoint
CREATE FUNCTION hub_emit_run() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.failed_told > OLD.failed_told THEN
    PERFORM hub_emit(NEW.org_id, 'record.dead_lettered', jsonb_build_object(
      'run_id', NEW.id, 'integration_id', NEW.integration_id, 'count', NEW.failed_told - OLD.failed_told,
      'total', NEW.failed_told
    ));
  END IF;
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
    PERFORM hub_emit(NEW.org_id, 'run.' || NEW.status, to_jsonb(NEW) - 'options');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_created AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION hub_emit_run();
--> statement-breakpoint
CREATE TRIGGER emit_changed AFTER UPDATE ON runs FOR EACH ROW
WHEN (NEW.status <> OLD.status OR NEW.failed_told > OLD.failed_told)
EXECUTE FUNCTION hub_emit_run();
--> statement-breakpoint
CREATE FUNCTION hub_emit_connection() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hub_emit(NEW.org_id, 'connection.' || CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN NEW.deleted_at IS NOT NULL THEN 'deleted'
    WHEN NEW.status <> OLD.status THEN NEW.status
    ELSE 'updated'
  END, to_jsonb(NEW) - 'config');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_created AFTER INSERT ON connections FOR EACH ROW EXECUTE FUNCTION hub_emit_connection();
--> statement-breakpoint
-- The version moves with every change that its users see, new credentials included.
CREATE TRIGGER emit_changed AFTER UPDATE ON connections FOR EACH ROW
WHEN (NEW.row_version <> OLD.row_version AND OLD.deleted_at IS NULL)
EXECUTE FUNCTION hub_emit_connection();
--> statement-breakpoint
CREATE FUNCTION hub_emit_integration() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hub_emit(NEW.org_id, 'integration.' || CASE
    WHEN TG_OP = 'INSERT' THEN 'created'
    WHEN NEW.deleted_at IS NOT NULL THEN 'deleted'
    WHEN NEW.status = 'active' AND OLD.status <> 'active' THEN 'activated'
    WHEN NEW.status <> 'active' AND OLD.status = 'active' THEN 'deactivated'
    ELSE 'updated'
  END, to_jsonb(NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_created AFTER INSERT ON integrations FOR EACH ROW EXECUTE FUNCTION hub_emit_integration();
--> statement-breakpoint
CREATE TRIGGER emit_changed AFTER UPDATE ON integrations FOR EACH ROW
WHEN (NEW.row_version <> OLD.row_version AND OLD.deleted_at IS NULL)
EXECUTE FUNCTION hub_emit_integration();
--> statement-breakpoint
-- The others learn that one is not told any more.
CREATE FUNCTION hub_emit_endpoint() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM hub_emit(NEW.org_id, 'webhook_endpoint.disabled', jsonb_build_object(
    'id', NEW.id, 'name', NEW.name, 'disabled_reason', NEW.disabled_reason, 'disabled_at', NEW.disabled_at
  ));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_disabled AFTER UPDATE ON webhook_endpoints FOR EACH ROW
WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL)
EXECUTE FUNCTION hub_emit_endpoint();
