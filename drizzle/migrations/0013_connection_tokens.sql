CREATE TABLE "connection_authorizations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"draft" jsonb NOT NULL,
	"connection_id" uuid,
	"auth_method" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_authorizations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_tokens" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"sealed" "bytea",
	"key_id" text,
	"renew_at" timestamp (3) with time zone,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"refusal" text,
	"refused_until" timestamp (3) with time zone,
	CONSTRAINT "connection_tokens_org_id_connection_id_version_pk" PRIMARY KEY("org_id","connection_id","version")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "connection_authorizations" ADD CONSTRAINT "connection_authorizations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_tokens" ADD CONSTRAINT "connection_tokens_credentials_fk" FOREIGN KEY ("org_id","connection_id","version") REFERENCES "public"."connection_credentials"("org_id","connection_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_authorizations_age" ON "connection_authorizations" USING btree ("expires_at");