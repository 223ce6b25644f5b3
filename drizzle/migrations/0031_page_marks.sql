CREATE TABLE "page_marks" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"run_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"operation" text NOT NULL,
	"source_keys" text[] NOT NULL,
	"target_ids" text[] NOT NULL,
	"hashes" text[] NOT NULL,
	"effect_seqs" bigint[] NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_marks_org_id_integration_id_stream_pk" PRIMARY KEY("org_id","integration_id","stream")
);
--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "quiet_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "seen_pages" ADD COLUMN "first_key" text;--> statement-breakpoint
ALTER TABLE "seen_pages" ADD COLUMN "last_key" text;--> statement-breakpoint
ALTER TABLE "page_marks" ADD CONSTRAINT "page_marks_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;