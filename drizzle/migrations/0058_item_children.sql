DROP INDEX "items_once";--> statement-breakpoint
DROP INDEX "items_by_integration";--> statement-breakpoint
DROP INDEX "items_by_integration_status";--> statement-breakpoint
DROP INDEX "items_by_run";--> statement-breakpoint
DROP INDEX "items_by_run_status";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "parent_step" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "child" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "open_children" integer;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_org_id_parent_id_items_org_id_id_fk" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "items_children" ON "items" USING btree ("org_id","parent_id","parent_step","child") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "items_by_parent" ON "items" USING btree ("org_id","parent_id","id") WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "items_once" ON "items" USING btree ("org_id","integration_id","key","seq") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "items_by_integration" ON "items" USING btree ("org_id","integration_id","id") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "items_by_integration_status" ON "items" USING btree ("org_id","integration_id","status","id") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "items_by_run" ON "items" USING btree ("org_id","run_id","id") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "items_by_run_status" ON "items" USING btree ("org_id","run_id","status","id") WHERE parent_id is null;