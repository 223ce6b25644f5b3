CREATE TABLE "calendars" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"times" jsonb NOT NULL,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendars_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "run_gates" (
	"org_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"steps" text[] NOT NULL,
	"calendar_ids" uuid[] DEFAULT '{}' NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"opens_at" timestamp (3) with time zone,
	CONSTRAINT "run_gates_org_id_run_id_name_pk" PRIMARY KEY("org_id","run_id","name")
);
--> statement-breakpoint
ALTER TABLE "integration_revisions" ADD COLUMN "calendar_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_gates" ADD CONSTRAINT "run_gates_org_id_run_id_runs_org_id_id_fk" FOREIGN KEY ("org_id","run_id") REFERENCES "public"."runs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_gates_calendars" ON "run_gates" USING gin ("calendar_ids");--> statement-breakpoint
CREATE INDEX "integration_revisions_calendars" ON "integration_revisions" USING gin ("calendar_ids");