ALTER TABLE "waits" ADD COLUMN "event_integration" uuid;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "event_key" text;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "looks_back_to" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "event_item" uuid;--> statement-breakpoint
CREATE INDEX "inbox_by_key" ON "inbox" USING btree ("org_id","integration_id","key");--> statement-breakpoint
CREATE INDEX "waits_events" ON "waits" USING btree ("org_id","event_integration","event_key") WHERE kind = 'event' and status = 'open';--> statement-breakpoint
CREATE INDEX "waits_looking_back" ON "waits" USING btree ("org_id","run_id","id") WHERE looks_back_to is not null;