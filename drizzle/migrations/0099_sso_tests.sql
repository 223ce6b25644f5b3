CREATE TABLE "sso_tests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sso_connection_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"session_id" uuid,
	"outcome" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_tests_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "metadata_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "metadata_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD COLUMN "metadata_problem" text;--> statement-breakpoint
ALTER TABLE "sso_tests" ADD CONSTRAINT "sso_tests_org_id_sso_connection_id_sso_connections_org_id_id_fk" FOREIGN KEY ("org_id","sso_connection_id") REFERENCES "public"."sso_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sso_tests_lookup" ON "sso_tests" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sso_tests_by_connection" ON "sso_tests" USING btree ("org_id","sso_connection_id");--> statement-breakpoint
CREATE INDEX "sso_tests_expiry" ON "sso_tests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sso_connections_metadata" ON "sso_connections" USING btree ("metadata_due_at") WHERE "sso_connections"."metadata_due_at" is not null;