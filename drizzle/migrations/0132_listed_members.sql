DROP INDEX "integrations_live";--> statement-breakpoint
DROP INDEX "workflows_live";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "memberships_by_name" ON "memberships" USING btree ("org_id","name_key","user_id","status");--> statement-breakpoint
CREATE INDEX "integrations_live" ON "integrations" USING btree ("org_id","id","account_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_live" ON "workflows" USING btree ("org_id","id","status","type") WHERE deleted_at is null;