CREATE TABLE "problems" (
	"org_id" uuid NOT NULL,
	"subject" uuid NOT NULL,
	"cause" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "problems_org_id_subject_cause_pk" PRIMARY KEY("org_id","subject","cause")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "format" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "sealed_url" "bytea";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "integration_ids" uuid[];--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problems_age" ON "problems" USING btree ("notified_at");