ALTER TABLE "integrations" ADD COLUMN "cools_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "segment_slots" ADD COLUMN "progress" bigint;--> statement-breakpoint
ALTER TABLE "segment_slots" ADD COLUMN "losses" integer DEFAULT 0 NOT NULL;