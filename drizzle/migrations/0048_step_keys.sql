-- What a stream knows belongs to a step of its integration, as the stream does: two steps may read one object. A column with a
-- constant default takes no time, and the three tables hold only what runs in progress need.
ALTER TABLE "record_groups" ADD COLUMN "step" text DEFAULT 'sync' NOT NULL;--> statement-breakpoint
ALTER TABLE "page_marks" ADD COLUMN "step" text DEFAULT 'sync' NOT NULL;--> statement-breakpoint
ALTER TABLE "seen_pages" ADD COLUMN "step" text DEFAULT 'sync' NOT NULL;--> statement-breakpoint
ALTER TABLE "record_groups" DROP CONSTRAINT "record_groups_org_id_integration_id_stream_group_key_pk";--> statement-breakpoint
ALTER TABLE "page_marks" DROP CONSTRAINT "page_marks_org_id_integration_id_stream_pk";--> statement-breakpoint
ALTER TABLE "seen_pages" DROP CONSTRAINT "seen_pages_org_id_integration_id_stream_page_seq_pk";--> statement-breakpoint
ALTER TABLE "record_groups" ADD CONSTRAINT "record_groups_org_id_integration_id_stream_step_group_key_pk" PRIMARY KEY("org_id","integration_id","stream","step","group_key");--> statement-breakpoint
ALTER TABLE "page_marks" ADD CONSTRAINT "page_marks_org_id_integration_id_stream_step_pk" PRIMARY KEY("org_id","integration_id","stream","step");--> statement-breakpoint
ALTER TABLE "seen_pages" ADD CONSTRAINT "seen_pages_org_id_integration_id_stream_step_page_seq_pk" PRIMARY KEY("org_id","integration_id","stream","step","page_seq");--> statement-breakpoint
GRANT SELECT (step) ON record_groups, page_marks, seen_pages TO hub_relay;--> statement-breakpoint
DROP FUNCTION hub_advance(uuid, uuid, text, bigint, bigint, float8, boolean, jsonb, boolean);--> statement-breakpoint
-- The fence of a stream: locks its row and fails unless the caller still holds the lease. Workers of the version before go
-- on calling the functions without a step while they are replaced.
CREATE FUNCTION hub_fence(
  org uuid, integration uuid, stream_name text, step_name text, held_epoch bigint, held_page_seq bigint
)
RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM public.streams s
  WHERE s.org_id = org AND s.integration_id = integration AND s.stream = stream_name AND s.step = step_name
    AND s.epoch = held_epoch AND s.page_seq = held_page_seq
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease was taken over' USING ERRCODE = 'HB001';
  END IF;
END $$;
--> statement-breakpoint
-- The fence and the step of a checkpoint in one: prolongs the lease, and moves cursor and watermark where the page is
-- finished. JSON's null takes the watermark away.
CREATE FUNCTION hub_advance(
  org uuid, integration uuid, stream_name text, step_name text, held_epoch bigint, held_page_seq bigint, lease_ms float8,
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
  WHERE s.org_id = org AND s.integration_id = integration AND s.stream = stream_name AND s.step = step_name
    AND s.epoch = held_epoch AND s.page_seq = held_page_seq;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease was taken over' USING ERRCODE = 'HB001';
  END IF;
END $$;
