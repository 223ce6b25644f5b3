ALTER TABLE "integrations" ADD COLUMN "service_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_events_by_action" ON "audit_events" USING btree ("org_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("org_id","actor","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_type" ON "audit_events" USING btree ("org_id","resource_type","id");--> statement-breakpoint
CREATE INDEX "integrations_by_name" ON "integrations" USING btree ("org_id","name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_live" ON "workflows" USING btree ("org_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "dead_letters_by_code" ON "dead_letters" USING btree ("org_id","run_id","code","id");--> statement-breakpoint
CREATE INDEX "dead_letters_failed" ON "dead_letters" USING btree ("org_id","run_id","id") WHERE resolved_by is null;--> statement-breakpoint
CREATE INDEX "dead_letters_resolved" ON "dead_letters" USING btree ("org_id","run_id","id") WHERE resolved_by is not null;--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "runs_by_trigger" ON "runs" USING btree ("org_id","trigger","id");--> statement-breakpoint
CREATE INDEX "runs_by_integration_status" ON "runs" USING btree ("org_id","integration_id","status","id");--> statement-breakpoint
CREATE INDEX "runs_by_integration_trigger" ON "runs" USING btree ("org_id","integration_id","trigger","id");--> statement-breakpoint
CREATE INDEX "runs_by_workflow" ON "runs" USING btree ("org_id","workflow_id","id");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("org_id","type","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_status" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","status","event_id");