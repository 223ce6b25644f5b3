CREATE TABLE "record_groups" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"group_key" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "record_groups_org_id_integration_id_stream_group_key_pk" PRIMARY KEY("org_id","integration_id","stream","group_key")
);
--> statement-breakpoint
ALTER TABLE "record_groups" ADD CONSTRAINT "record_groups_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;