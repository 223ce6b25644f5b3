ALTER TABLE "waits" ADD COLUMN "notices" jsonb;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "tell_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "waits_to_tell" ON "waits" USING btree ("tell_at") WHERE status = 'open' and tell_at is not null;