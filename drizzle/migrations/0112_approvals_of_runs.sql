DROP INDEX "waits_approvals";--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "together" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "waits_approvals" ON "waits" USING btree ("org_id","status","id","together") WHERE kind = 'approval';