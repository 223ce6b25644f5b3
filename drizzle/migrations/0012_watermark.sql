-- As the function of nine parameters, which workers of the version before go on calling while they are replaced; it
-- moves the watermark too, where one is given. JSON's null takes it away.
CREATE FUNCTION hub_advance(
  org uuid, integration uuid, stream_name text, held_epoch bigint, held_page_seq bigint, lease_ms float8,
  moves boolean, next_cursor jsonb, ends boolean, next_watermark jsonb
)
RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE public.streams s SET
    lease_until = CASE WHEN ends THEN NULL ELSE clock_timestamp() + lease_ms * interval '1 millisecond' END,
    page_seq = s.page_seq + moves::int,
    page_cursor = CASE WHEN moves THEN next_cursor ELSE s.page_cursor END,
    finished = CASE WHEN moves THEN ends ELSE s.finished END,
    page_in_doubt = s.page_in_doubt AND NOT moves,
    watermark = CASE WHEN moves AND next_watermark IS NOT NULL THEN nullif(next_watermark, 'null') ELSE s.watermark END
  WHERE s.org_id = org AND s.integration_id = integration AND s.stream = stream_name
    AND s.epoch = held_epoch AND s.page_seq = held_page_seq;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease was taken over' USING ERRCODE = 'HB001';
  END IF;
END $$;
