CREATE TABLE "hook_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"key_hash" "bytea",
	"name" text NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"run_id" uuid,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hook_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "hooks" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"service_type" text,
	"sealed" "bytea",
	"previous_sealed" "bytea",
	"previous_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hooks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "hook_events" ADD CONSTRAINT "hook_events_org_id_hook_id_hooks_org_id_id_fk" FOREIGN KEY ("org_id","hook_id") REFERENCES "public"."hooks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_org_id_workflow_id_workflows_org_id_id_fk" FOREIGN KEY ("org_id","workflow_id") REFERENCES "public"."workflows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hook_events_key" ON "hook_events" USING btree ("org_id","hook_id","key_hash") WHERE key_hash is not null;--> statement-breakpoint
CREATE INDEX "hook_events_by_hook" ON "hook_events" USING btree ("org_id","hook_id","id");--> statement-breakpoint
CREATE INDEX "hook_events_received" ON "hook_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "hooks_workflow" ON "hooks" USING btree ("org_id","workflow_id");--> statement-breakpoint
CREATE INDEX "hooks_by_id" ON "hooks" USING btree ("id");