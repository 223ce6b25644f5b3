CREATE TABLE "events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"type" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"org_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"url" text NOT NULL,
	"status" integer,
	"content_type" text,
	"body" text,
	"error" text,
	CONSTRAINT "webhook_attempts_org_id_endpoint_id_event_id_number_pk" PRIMARY KEY("org_id","endpoint_id","event_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"org_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_org_id_endpoint_id_event_id_pk" PRIMARY KEY("org_id","endpoint_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"ordering" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"secret_version" integer NOT NULL,
	"previous_sealed" "bytea",
	"previous_expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_queues" (
	"org_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_queues_org_id_endpoint_id_pk" PRIMARY KEY("org_id","endpoint_id")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failed_told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failed_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_org_id_endpoint_id_event_id_webhook_deliveries_org_id_endpoint_id_event_id_fk" FOREIGN KEY ("org_id","endpoint_id","event_id") REFERENCES "public"."webhook_deliveries"("org_id","endpoint_id","event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_endpoint_id_webhook_endpoints_org_id_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_event_id_events_org_id_id_fk" FOREIGN KEY ("org_id","event_id") REFERENCES "public"."events"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_queues" ADD CONSTRAINT "webhook_queues_org_id_endpoint_id_webhook_endpoints_org_id_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_event" ON "webhook_deliveries" USING btree ("org_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","seq") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","due_at") WHERE status = 'pending';