DROP INDEX "hooks_by_id";--> statement-breakpoint
CREATE INDEX "hooks_by_id" ON "hooks" USING btree ("id","org_id");