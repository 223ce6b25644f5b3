ALTER TABLE "hook_events" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "hook_id" uuid;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "due_by" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hook_events_merged" ON "hook_events" USING btree ("org_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_debounced" ON "inbox" USING btree ("org_id","hook_id","key") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbox_due" ON "inbox" USING btree ("due_at") WHERE due_at is not null;