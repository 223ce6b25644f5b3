CREATE TABLE "integration_drafts" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"definition" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"base_etag" text NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_drafts_org_id_user_id_integration_id_pk" PRIMARY KEY("org_id","user_id","integration_id")
);
--> statement-breakpoint
ALTER TABLE "integration_drafts" ADD CONSTRAINT "integration_drafts_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_drafts" ADD CONSTRAINT "integration_drafts_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_drafts_by_integration" ON "integration_drafts" USING btree ("org_id","integration_id");--> statement-breakpoint
CREATE INDEX "integration_drafts_age" ON "integration_drafts" USING btree ("updated_at");