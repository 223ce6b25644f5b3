CREATE TABLE "custom_connector_versions" (
	"org_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" json NOT NULL,
	"restores" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "custom_connector_versions_org_id_connector_id_version_pk" PRIMARY KEY("org_id","connector_id","version")
);
--> statement-breakpoint
CREATE TABLE "custom_connectors" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"service_type" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_connectors_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "custom_connector_versions" ADD CONSTRAINT "custom_connector_versions_org_id_connector_id_custom_connectors_org_id_id_fk" FOREIGN KEY ("org_id","connector_id") REFERENCES "public"."custom_connectors"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_connectors" ADD CONSTRAINT "custom_connectors_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_connectors_service_type" ON "custom_connectors" USING btree ("org_id","service_type");