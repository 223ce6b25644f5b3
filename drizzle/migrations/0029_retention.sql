ALTER TABLE "integrations" ADD COLUMN "emptied_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "integrations_to_empty" ON "integrations" USING btree ("deleted_at") WHERE deleted_at is not null and emptied_at is null;--> statement-breakpoint
CREATE INDEX "runs_finished" ON "runs" USING btree ("finished_at") WHERE finished_at is not null;