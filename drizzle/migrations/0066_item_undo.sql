ALTER TABLE "item_steps" ADD COLUMN "undo" "bytea";--> statement-breakpoint
CREATE INDEX "items_held" ON "items" USING btree ("org_id","integration_id","key","seq") WHERE status = 'held';