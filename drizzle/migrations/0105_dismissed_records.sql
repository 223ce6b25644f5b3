ALTER TABLE "dead_letters" ADD COLUMN "dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dead_letters" ADD COLUMN "dismissed_by" text;--> statement-breakpoint
CREATE INDEX "runs_by_end" ON "runs" USING btree ("org_id","finished_at","id") WHERE finished_at is not null;