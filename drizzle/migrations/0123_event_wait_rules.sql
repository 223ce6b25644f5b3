-- What is delivered ends the waits that are there for its key, in the transaction that stores it, and wakes the runs that carry
-- them. Who looks back for what came before waits for those transactions.
CREATE FUNCTION hub_answer_events() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('events|' || delivered.integration_id, 0))
  FROM (SELECT DISTINCT integration_id FROM added ORDER BY 1) AS delivered;
  WITH answered AS (
    UPDATE public.waits SET status = 'answered', event_item = first.id, looks_back_to = NULL, ended_at = clock_timestamp()
    FROM (
      SELECT DISTINCT ON (org_id, integration_id, key) org_id, integration_id, key, id FROM added
      ORDER BY org_id, integration_id, key, position
    ) AS first
    WHERE waits.org_id = first.org_id AND waits.event_integration = first.integration_id AND waits.event_key = first.key
      AND waits.kind = 'event' AND waits.status = 'open'
    RETURNING waits.org_id, waits.run_id
  ),
  carrying AS (
    SELECT runs.org_id, runs.id FROM public.runs
    WHERE (runs.org_id, runs.id) IN (SELECT answered.org_id, answered.run_id FROM answered) ORDER BY runs.id FOR UPDATE
  )
  UPDATE public.runs SET wake_at = least(runs.wake_at, greatest(clock_timestamp(), runs.updated_at + interval '1 second'))
  FROM carrying WHERE runs.org_id = carrying.org_id AND runs.id = carrying.id AND runs.status = 'waiting'
    AND (runs.wake_at IS NULL OR runs.wake_at > greatest(clock_timestamp(), runs.updated_at + interval '1 second'));
  IF FOUND THEN
    PERFORM pg_notify('hub_wakes', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER answer_events AFTER INSERT ON inbox REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION hub_answer_events();
