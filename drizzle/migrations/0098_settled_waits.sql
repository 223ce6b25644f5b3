-- Items go on behind their waits, of which those whose time is up end in the same statement. What was worked out for one of which
-- somebody else has decided meanwhile is taken back with all that goes with it.
CREATE FUNCTION hub_settle_waits(org uuid, ids uuid[]) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
  changed bigint;
BEGIN
  UPDATE public.waits SET settled = true, ended_at = coalesce(ended_at, clock_timestamp()),
    status = CASE status WHEN 'open' THEN 'expired' ELSE status END
  WHERE org_id = org AND id = ANY (ids) AND NOT settled;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed < cardinality(ids) THEN
    RAISE EXCEPTION 'a wait was settled meanwhile' USING ERRCODE = 'HB002';
  END IF;
END $$;
