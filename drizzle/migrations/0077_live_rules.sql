-- Changes are reported to dashboards that are open, and to nobody otherwise: a notification makes commits wait for one another.
SELECT hub_tenant_table('live_watches');
--> statement-breakpoint
CREATE FUNCTION hub_tell_live(org uuid, account uuid, topic text, id uuid) RETURNS void LANGUAGE sql
AS $$ SELECT pg_notify('hub_live', concat_ws(' ', org, coalesce(account::text, '-'), topic, id)) $$;
--> statement-breakpoint
CREATE FUNCTION hub_is_watched(org uuid) RETURNS boolean LANGUAGE sql STABLE
AS $$ SELECT EXISTS (SELECT 1 FROM public.live_watches w WHERE w.org_id = org AND w.until > clock_timestamp()) $$;
--> statement-breakpoint
CREATE FUNCTION hub_account_of(org uuid, integration uuid) RETURNS uuid LANGUAGE sql STABLE
AS $$ SELECT i.account_id FROM public.integrations i WHERE i.org_id = org AND i.id = integration $$;
--> statement-breakpoint
CREATE FUNCTION hub_tell_run() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF public.hub_is_watched(NEW.org_id) THEN
    PERFORM public.hub_tell_live(NEW.org_id, public.hub_account_of(NEW.org_id, NEW.integration_id), 'runs', NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_live AFTER INSERT OR UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION hub_tell_run();
--> statement-breakpoint
CREATE FUNCTION hub_tell_connection() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF public.hub_is_watched(NEW.org_id) THEN
    PERFORM public.hub_tell_live(NEW.org_id, NEW.account_id, 'connections', NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_live AFTER INSERT OR UPDATE OF name, status, deleted_at ON connections
FOR EACH ROW EXECUTE FUNCTION hub_tell_connection();
--> statement-breakpoint
-- Thousands of items may come to an approval in one statement: one notification tells of all of a run.
CREATE FUNCTION hub_tell_approvals() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  asked record;
BEGIN
  FOR asked IN SELECT DISTINCT org_id, integration_id, run_id FROM changed WHERE kind = 'approval' LOOP
    IF public.hub_is_watched(asked.org_id) THEN
      PERFORM public.hub_tell_live(
        asked.org_id, public.hub_account_of(asked.org_id, asked.integration_id), 'approvals', asked.run_id
      );
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_made AFTER INSERT ON waits REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION hub_tell_approvals();
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE ON waits REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION hub_tell_approvals();
