ALTER TABLE "hook_events" ADD COLUMN "waits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "hook_events_waiting" ON "hook_events" USING btree ("org_id","hook_id") WHERE waits;