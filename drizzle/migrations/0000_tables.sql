CREATE TABLE "connection_credentials" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"auth_method" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_credentials_org_id_connection_id_version_pk" PRIMARY KEY("org_id","connection_id","version")
);
--> statement-breakpoint
CREATE TABLE "connection_tests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"report" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_tests_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"service_type" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"config" jsonb NOT NULL,
	"credential_version" integer NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "connections_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_budgets" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	"milli_tokens" integer NOT NULL,
	"refilled_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "rate_budgets_org_id_connection_id_bucket_pk" PRIMARY KEY("org_id","connection_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "integration_revisions" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"connection_ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_revisions_org_id_integration_id_revision_pk" PRIMARY KEY("org_id","integration_id","revision")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"revision" integer NOT NULL,
	"active_revision" integer,
	"concurrency" text DEFAULT 'queue' NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "integrations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"trigger_key" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflows_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"external_ref" text,
	"metadata" jsonb,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"pepper_id" text NOT NULL,
	"key_hmac" "bytea" NOT NULL,
	"last4" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"request_id" text,
	"changes" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dead_letters" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"source_key" text,
	"code" text NOT NULL,
	"field" text,
	"message" text NOT NULL,
	"masked" jsonb NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_letters_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"source_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"target_id" text,
	"hash" text,
	"effect_seq" bigint NOT NULL,
	"unresolved" boolean DEFAULT false NOT NULL,
	"run_id" uuid,
	"page_seq" bigint,
	"pending_run_id" uuid,
	"pending_effect_id" text,
	"pending_operation" text,
	"pending_hash" text,
	"pending_body" "bytea",
	"pending_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_org_id_integration_id_stream_source_key_pk" PRIMARY KEY("org_id","integration_id","stream","source_key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"org_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"available_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"options" jsonb NOT NULL,
	"read" bigint DEFAULT 0 NOT NULL,
	"created" bigint DEFAULT 0 NOT NULL,
	"updated" bigint DEFAULT 0 NOT NULL,
	"deleted" bigint DEFAULT 0 NOT NULL,
	"skipped" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"deduplicated" bigint DEFAULT 0 NOT NULL,
	"pages" bigint DEFAULT 0 NOT NULL,
	"error" jsonb,
	"retry_of" uuid,
	"admitted_at" timestamp (3) with time zone,
	"cancel_requested_at" timestamp (3) with time zone,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "segment_slots" (
	"org_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segment_slots_org_id_run_id_pk" PRIMARY KEY("org_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"run_id" uuid,
	"page_seq" bigint DEFAULT 0 NOT NULL,
	"page_cursor" jsonb,
	"finished" boolean DEFAULT false NOT NULL,
	"page_in_doubt" boolean DEFAULT false NOT NULL,
	"watermark" jsonb,
	"generation" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "streams_org_id_integration_id_stream_pk" PRIMARY KEY("org_id","integration_id","stream")
);
--> statement-breakpoint
ALTER TABLE "connection_credentials" ADD CONSTRAINT "connection_credentials_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_tests" ADD CONSTRAINT "connection_tests_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_org_id_account_id_accounts_org_id_id_fk" FOREIGN KEY ("org_id","account_id") REFERENCES "public"."accounts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_budgets" ADD CONSTRAINT "rate_budgets_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_revisions" ADD CONSTRAINT "integration_revisions_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_org_id_account_id_accounts_org_id_id_fk" FOREIGN KEY ("org_id","account_id") REFERENCES "public"."accounts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dead_letters" ADD CONSTRAINT "dead_letters_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_slots" ADD CONSTRAINT "segment_slots_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_tests_requested" ON "connection_tests" USING btree ("created_at") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "connections_service_type" ON "connections" USING btree ("org_id","service_type","id");--> statement-breakpoint
CREATE INDEX "integration_revisions_connections" ON "integration_revisions" USING gin ("connection_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "workflows_trigger" ON "workflows" USING btree ("org_id","integration_id","trigger_key");--> statement-breakpoint
CREATE INDEX "accounts_status" ON "accounts" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hmac" ON "api_keys" USING btree ("org_id","key_hmac");--> statement-breakpoint
CREATE INDEX "api_keys_lookup" ON "api_keys" USING btree ("key_hmac");--> statement-breakpoint
CREATE INDEX "dead_letters_by_run" ON "dead_letters" USING btree ("org_id","run_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_target" ON "ledger" USING btree ("org_id","integration_id","fingerprint","target_id") WHERE target_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_pending" ON "ledger" USING btree ("org_id","integration_id","stream","pending_at") WHERE pending_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_available" ON "outbox" USING btree ("available_at");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_at_a_time" ON "runs" USING btree ("org_id","integration_id") WHERE admitted_at is not null and status in ('queued', 'running', 'canceling');--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("org_id","integration_id","id") WHERE admitted_at is null and status = 'queued';--> statement-breakpoint
CREATE INDEX "runs_by_integration" ON "runs" USING btree ("org_id","integration_id","id");--> statement-breakpoint
CREATE INDEX "runs_unfinished" ON "runs" USING btree ("org_id","updated_at") WHERE status in ('queued', 'running', 'canceling');