ALTER TABLE "organizations" ADD COLUMN "external_ref" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "requests_burst" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "segments_max" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_external_ref" ON "organizations" USING btree ("external_ref");