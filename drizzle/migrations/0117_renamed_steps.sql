-- Gives a step of an integration another id, as a revision does: what is known of its writes, items that have not come to a
-- good end, with what they wait for, and failed records. What ended well stays as it was. Runs under way go on with the revision,
-- and a segment that is under way loses its leases.
CREATE FUNCTION hub_rename_step(org uuid, integration uuid, old text, renamed text, new_revision integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  old_undo constant text := old || '.undo';
  new_undo constant text := renamed || '.undo';
BEGIN
  UPDATE public.streams SET epoch = epoch + 1,
    step = CASE step WHEN old THEN renamed WHEN old_undo THEN new_undo ELSE step END
  WHERE org_id = org AND integration_id = integration;
  UPDATE public.fingerprints SET
    fingerprint = left(fingerprint, -length(split_part(fingerprint, '#', -1))) ||
      CASE split_part(fingerprint, '#', -1) WHEN old THEN renamed ELSE new_undo END
  WHERE org_id = org AND integration_id = integration AND split_part(fingerprint, '#', -1) IN (old, old_undo) AND strpos(fingerprint, '#') > 0;
  UPDATE public.page_marks SET step = CASE step WHEN old THEN renamed ELSE new_undo END,
    fingerprint = left(fingerprint, -length(split_part(fingerprint, '#', -1))) ||
      CASE split_part(fingerprint, '#', -1) WHEN old THEN renamed WHEN old_undo THEN new_undo ELSE split_part(fingerprint, '#', -1) END
  WHERE org_id = org AND integration_id = integration AND step IN (old, old_undo);

  UPDATE public.waits SET step = renamed
  FROM public.items AS i JOIN public.items AS root ON root.org_id = i.org_id AND root.integration_id = i.integration_id
    AND root.key = i.key AND root.seq = i.seq AND root.parent_id IS NULL AND (root.ended_at IS NULL OR root.status = 'failed')
  WHERE waits.org_id = org AND waits.integration_id = integration AND waits.step = old AND i.org_id = org AND i.id = waits.item_id;
  UPDATE public.calls SET step = renamed
  FROM public.items AS i JOIN public.items AS root ON root.org_id = i.org_id AND root.integration_id = i.integration_id
    AND root.key = i.key AND root.seq = i.seq AND root.parent_id IS NULL AND (root.ended_at IS NULL OR root.status = 'failed')
  WHERE calls.org_id = org AND calls.integration_id = integration AND calls.step = old AND i.org_id = org AND i.id = calls.item_id;

  WITH going AS MATERIALIZED (
    SELECT i.id FROM public.items AS root JOIN public.items AS i ON i.org_id = org AND i.integration_id = integration
      AND i.key = root.key AND i.seq = root.seq
    WHERE root.org_id = org AND root.integration_id = integration AND root.parent_id IS NULL
      AND root.status IN ('proposed', 'ready', 'parked', 'held', 'failed')
  ),
  -- What a step of that name gave which was removed since.
  replaced AS (
    DELETE FROM public.item_steps AS former USING going
    WHERE former.org_id = org AND former.item_id = going.id AND former.step IN (renamed, new_undo)
  )
  UPDATE public.items SET
    step = CASE step WHEN old THEN renamed WHEN old_undo THEN new_undo ELSE step END,
    parent_step = CASE parent_step WHEN old THEN renamed WHEN old_undo THEN new_undo ELSE parent_step END,
    child = CASE WHEN starts_with(child, 'undo ' || old || ' ') THEN 'undo ' || renamed || substr(child, length('undo ' || old) + 1) ELSE child END
  FROM going WHERE items.org_id = org AND items.id = going.id
    AND (step IN (old, old_undo) OR parent_step IN (old, old_undo) OR starts_with(child, 'undo ' || old || ' '));
  UPDATE public.item_steps SET step = CASE item_steps.step WHEN old THEN renamed ELSE new_undo END
  FROM public.items AS root JOIN public.items AS i ON i.org_id = org AND i.integration_id = integration
    AND i.key = root.key AND i.seq = root.seq
  WHERE root.org_id = org AND root.integration_id = integration AND root.parent_id IS NULL
    AND root.status IN ('proposed', 'ready', 'parked', 'held', 'failed')
    AND item_steps.org_id = org AND item_steps.item_id = i.id AND item_steps.step IN (old, old_undo);

  UPDATE public.dead_letters SET step = renamed
  WHERE org_id = org AND integration_id = integration AND step = old AND resolved_by IS NULL;
  UPDATE public.run_gates SET steps = array_replace(steps, old, renamed)
  FROM public.runs WHERE run_gates.org_id = org AND runs.org_id = org AND runs.id = run_gates.run_id
    AND runs.integration_id = integration AND runs.finished_at IS NULL AND old = ANY(run_gates.steps);
  UPDATE public.runs SET revision = new_revision, options = CASE WHEN options #>> '{letters,step}' = old
      THEN jsonb_set(options, '{letters,step}', to_jsonb(renamed)) ELSE options END
  WHERE org_id = org AND integration_id = integration AND finished_at IS NULL;
END $$;
