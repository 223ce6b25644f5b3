CREATE TABLE "approval_decisions" (
	"org_id" uuid NOT NULL,
	"wait_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"decision" text NOT NULL,
	"comment" text,
	"sealed" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_decisions_org_id_wait_id_actor_pk" PRIMARY KEY("org_id","wait_id","actor")
);
--> statement-breakpoint
CREATE TABLE "waits" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"step" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"parked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"message" text,
	"approvers" text[],
	"quorum" smallint,
	"not_by" text,
	"token_hash" "bytea",
	"sealed" "bytea",
	"ended_at" timestamp (3) with time zone,
	"settled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waits_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
DROP INDEX "items_open";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "released" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "wake_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "wakes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "woken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_org_id_wait_id_waits_org_id_id_fk" FOREIGN KEY ("org_id","wait_id") REFERENCES "public"."waits"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_org_id_item_id_items_org_id_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waits_once" ON "waits" USING btree ("org_id","item_id","step") WHERE not settled;--> statement-breakpoint
CREATE INDEX "waits_due" ON "waits" USING btree ("org_id","run_id","due_at") WHERE status = 'open' and due_at is not null;--> statement-breakpoint
CREATE INDEX "waits_over" ON "waits" USING btree ("org_id","run_id","id") WHERE status <> 'open' and not settled;--> statement-breakpoint
CREATE UNIQUE INDEX "waits_by_token" ON "waits" USING btree ("org_id","token_hash") WHERE token_hash is not null and not settled;--> statement-breakpoint
CREATE INDEX "waits_approvals" ON "waits" USING btree ("org_id","status","id") WHERE kind = 'approval';--> statement-breakpoint
CREATE INDEX "waits_by_item" ON "waits" USING btree ("org_id","item_id");--> statement-breakpoint
CREATE INDEX "waits_by_integration" ON "waits" USING btree ("org_id","integration_id");--> statement-breakpoint
CREATE INDEX "items_carried" ON "items" USING btree ("org_id","integration_id","run_id","status") WHERE status in ('proposed', 'ready', 'parked', 'held');--> statement-breakpoint
CREATE INDEX "runs_asleep" ON "runs" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "items_open" ON "items" USING btree ("org_id","integration_id","key","seq") WHERE status in ('ready', 'parked', 'held');