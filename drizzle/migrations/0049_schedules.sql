CREATE TABLE "schedule_ticks" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_ticks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"org_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"trigger" jsonb NOT NULL,
	"accounted_until" timestamp (3) with time zone NOT NULL,
	"next_due_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedules_org_id_workflow_id_pk" PRIMARY KEY("org_id","workflow_id")
);
--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedule_ticks" ADD CONSTRAINT "schedule_ticks_org_id_workflow_id_workflows_org_id_id_fk" FOREIGN KEY ("org_id","workflow_id") REFERENCES "public"."workflows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_org_id_workflow_id_workflows_org_id_id_fk" FOREIGN KEY ("org_id","workflow_id") REFERENCES "public"."workflows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_ticks_once" ON "schedule_ticks" USING btree ("org_id","workflow_id","scheduled_at");--> statement-breakpoint
CREATE INDEX "schedule_ticks_by_workflow" ON "schedule_ticks" USING btree ("org_id","workflow_id","id");--> statement-breakpoint
CREATE INDEX "schedule_ticks_by_status" ON "schedule_ticks" USING btree ("org_id","workflow_id","status","id");--> statement-breakpoint
CREATE INDEX "schedule_ticks_created" ON "schedule_ticks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree (greatest(next_due_at, not_before)) WHERE next_due_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_by_integration" ON "schedules" USING btree ("org_id","integration_id");