CREATE TABLE "integration_uses" (
	"org_id" uuid NOT NULL,
	"used_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "integration_uses_org_id_used_id_integration_id_pk" PRIMARY KEY("org_id","used_id","integration_id")
);
--> statement-breakpoint
ALTER TABLE "integration_uses" ADD CONSTRAINT "integration_uses_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_uses_by_integration" ON "integration_uses" USING btree ("org_id","integration_id");