ALTER TABLE "waits" ADD COLUMN "batch_group" text;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "batch_item" uuid;--> statement-breakpoint
CREATE INDEX "waits_batches" ON "waits" USING btree ("org_id","integration_id","run_id","step") WHERE kind = 'batch' and status = 'open';--> statement-breakpoint
CREATE INDEX "waits_of_batch" ON "waits" USING btree ("org_id","batch_item") WHERE batch_item is not null;