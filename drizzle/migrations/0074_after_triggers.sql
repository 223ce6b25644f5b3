CREATE TABLE "after_starts" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "after_starts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "integration_links" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"other_id" uuid NOT NULL,
	"outcomes" text[] NOT NULL,
	CONSTRAINT "integration_links_org_id_integration_id_kind_name_pk" PRIMARY KEY("org_id","integration_id","kind","name")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "started_by" uuid;--> statement-breakpoint
ALTER TABLE "after_starts" ADD CONSTRAINT "after_starts_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_links" ADD CONSTRAINT "integration_links_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "after_starts_by_age" ON "after_starts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "integration_links_other" ON "integration_links" USING btree ("org_id","other_id","kind");--> statement-breakpoint
CREATE INDEX "runs_by_starter" ON "runs" USING btree ("org_id","started_by","id") WHERE started_by is not null;