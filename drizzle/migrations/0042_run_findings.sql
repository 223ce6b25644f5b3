ALTER TABLE "runs" ADD COLUMN "unresolved_references" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "empty_fields" text[];