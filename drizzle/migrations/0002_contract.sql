CREATE TABLE "connection_requests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"connection_id" uuid,
	"input" jsonb NOT NULL,
	"sealed" "bytea",
	"status" text DEFAULT 'requested' NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_requests_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_schemas" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"discovered" jsonb NOT NULL,
	"discovered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_schemas_org_id_connection_id_pk" PRIMARY KEY("org_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"auth_method" text NOT NULL,
	"pepper_id" text NOT NULL,
	"secret_hmac" "bytea",
	"secret_last4" text,
	"previous_hmac" "bytea",
	"previous_expires_at" timestamp (3) with time zone,
	"jwks" jsonb,
	"scopes" text[] NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_clients_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_tokens" (
	"org_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid NOT NULL,
	"jti" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_tokens_org_id_kind_client_id_jti_pk" PRIMARY KEY("org_id","kind","client_id","jti")
);
--> statement-breakpoint
CREATE TABLE "token_issuers" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"audience" text NOT NULL,
	"jwks_uri" text NOT NULL,
	"algorithms" text[] NOT NULL,
	"scope_rules" jsonb NOT NULL,
	"subjects" text[],
	"disabled_at" timestamp (3) with time zone,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_issuers_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_key_uses" (
	"org_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"last_used_route" text NOT NULL,
	CONSTRAINT "api_key_uses_org_id_key_id_pk" PRIMARY KEY("org_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"org_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"answer" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_org_id_route_key_pk" PRIMARY KEY("org_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "request_buckets" (
	"bucket" text PRIMARY KEY NOT NULL,
	"milli_tokens" bigint NOT NULL,
	"refilled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_logs" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"level" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"details" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_logs_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "previous_credential_version" integer;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "rollback_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_cidrs" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rotated_from" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "row_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "require_if_match" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dead_letters" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "connection_requests" ADD CONSTRAINT "connection_requests_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_schemas" ADD CONSTRAINT "connection_schemas_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_tokens" ADD CONSTRAINT "spent_tokens_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_issuers" ADD CONSTRAINT "token_issuers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_org_id_key_id_api_keys_org_id_id_fk" FOREIGN KEY ("org_id","key_id") REFERENCES "public"."api_keys"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_logs" ADD CONSTRAINT "run_logs_org_id_run_id_runs_org_id_id_fk" FOREIGN KEY ("org_id","run_id") REFERENCES "public"."runs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_requests_requested" ON "connection_requests" USING btree ("created_at") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "connection_requests_age" ON "connection_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_lookup" ON "oauth_clients" USING btree ("id");--> statement-breakpoint
CREATE INDEX "spent_tokens_expired" ON "spent_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "token_issuers_issuer" ON "token_issuers" USING btree ("issuer");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "request_buckets_age" ON "request_buckets" USING btree ("refilled_at");--> statement-breakpoint
CREATE INDEX "run_logs_by_run" ON "run_logs" USING btree ("org_id","run_id","id");