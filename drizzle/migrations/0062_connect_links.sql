CREATE TABLE "connection_links" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service_types" text[] NOT NULL,
	"name" text,
	"return_url" text,
	"pepper_id" text NOT NULL,
	"token_hmac" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"connection_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_links_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "run_stats" (
	"org_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"integration_id" uuid NOT NULL,
	"status" text NOT NULL,
	"runs" bigint DEFAULT 0 NOT NULL,
	"read" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "run_stats_org_id_hour_integration_id_status_pk" PRIMARY KEY("org_id","hour","integration_id","status")
);
--> statement-breakpoint
ALTER TABLE "connection_authorizations" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "row_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_org_id_account_id_accounts_org_id_id_fk" FOREIGN KEY ("org_id","account_id") REFERENCES "public"."accounts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stats" ADD CONSTRAINT "run_stats_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connection_links_token" ON "connection_links" USING btree ("org_id","token_hmac");--> statement-breakpoint
CREATE INDEX "connection_links_lookup" ON "connection_links" USING btree ("token_hmac");--> statement-breakpoint
CREATE INDEX "connection_links_by_account" ON "connection_links" USING btree ("org_id","account_id","id");--> statement-breakpoint
CREATE INDEX "connection_links_expiry" ON "connection_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "run_stats_by_integration" ON "run_stats" USING btree ("org_id","integration_id","hour");--> statement-breakpoint
CREATE INDEX "run_stats_age" ON "run_stats" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "dead_letters_open" ON "dead_letters" USING btree ("org_id","id") WHERE resolved_by is null;--> statement-breakpoint
CREATE INDEX "dead_letters_by_record" ON "dead_letters" USING btree ("org_id","integration_id",md5(source_key),"id");--> statement-breakpoint
CREATE INDEX "runs_by_retry" ON "runs" USING btree ("org_id","retry_of") WHERE retry_of is not null;