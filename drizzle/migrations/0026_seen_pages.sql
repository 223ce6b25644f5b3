CREATE TABLE "seen_pages" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"page_seq" bigint NOT NULL,
	"source_keys" text[] NOT NULL,
	CONSTRAINT "seen_pages_org_id_integration_id_stream_page_seq_pk" PRIMARY KEY("org_id","integration_id","stream","page_seq")
);
--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "missed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "withheld" jsonb;--> statement-breakpoint
ALTER TABLE "seen_pages" ADD CONSTRAINT "seen_pages_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_missed" ON "ledger" USING btree ("org_id","integration_id","stream","source_key") WHERE missed > 0;