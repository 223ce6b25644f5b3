CREATE TABLE "lookup_table_versions" (
	"org_id" uuid NOT NULL,
	"table_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"entries" jsonb NOT NULL,
	"entry_count" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookup_table_versions_org_id_table_id_version_pk" PRIMARY KEY("org_id","table_id","version")
);
--> statement-breakpoint
CREATE TABLE "lookup_tables" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"entry_count" integer NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lookup_tables_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "integration_revisions" ADD COLUMN "lookup_table_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lookup_table_versions" ADD CONSTRAINT "lookup_table_versions_org_id_table_id_lookup_tables_org_id_id_fk" FOREIGN KEY ("org_id","table_id") REFERENCES "public"."lookup_tables"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_tables" ADD CONSTRAINT "lookup_tables_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_revisions_lookup_tables" ON "integration_revisions" USING gin ("lookup_table_ids");