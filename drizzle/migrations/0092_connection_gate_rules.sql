-- Gates before connections: who sees them, and what opens them.
SELECT hub_tenant_table('connection_gates');
--> statement-breakpoint
-- In the transaction that repairs a connection, whatever repairs it, its gate opens and the runs before it go on.
CREATE FUNCTION hub_open_gate() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM public.connection_gates WHERE org_id = NEW.org_id AND connection_id = NEW.id;
  IF FOUND THEN
    PERFORM public.hub_wake_gated(NEW.org_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION hub_wake_gated(org uuid, connection uuid) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM public.runs JOIN public.run_gates AS gates ON gates.org_id = runs.org_id AND gates.run_id = runs.id
  WHERE runs.org_id = org AND runs.status = 'waiting' AND gates.connection_id = connection
  ORDER BY runs.id FOR UPDATE OF runs;
  UPDATE public.runs SET wake_at = clock_timestamp() FROM public.run_gates AS gates
  WHERE gates.org_id = org AND gates.connection_id = connection
    AND runs.org_id = org AND runs.id = gates.run_id AND runs.status = 'waiting';
  IF FOUND THEN
    PERFORM pg_notify('hub_wakes', '');
  END IF;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_gate AFTER UPDATE ON connections FOR EACH ROW
WHEN (NEW.status = 'active' AND (
  OLD.status <> 'active' OR NEW.credential_version <> OLD.credential_version OR NEW.config IS DISTINCT FROM OLD.config
))
EXECUTE FUNCTION hub_open_gate();
