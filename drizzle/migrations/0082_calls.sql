CREATE TABLE "calls" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"step" text NOT NULL,
	"kind" text NOT NULL,
	"callee_id" uuid NOT NULL,
	"detached" boolean NOT NULL,
	"sealed" "bytea",
	"status" text NOT NULL,
	"outcome" text,
	"code" text,
	"message" text,
	"child_item_id" uuid,
	"child_run_id" uuid,
	"cancel_requested_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calls_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "called" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_org_id_item_id_items_org_id_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_once" ON "calls" USING btree ("org_id","item_id","step");--> statement-breakpoint
CREATE INDEX "calls_due" ON "calls" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "calls_of_run" ON "calls" USING btree ("org_id","run_id","step") WHERE status <> 'ended' or due_at is not null;--> statement-breakpoint
CREATE INDEX "calls_by_child" ON "calls" USING btree ("org_id","child_item_id") WHERE child_item_id is not null;--> statement-breakpoint
CREATE INDEX "calls_by_child_run" ON "calls" USING btree ("org_id","child_run_id") WHERE status = 'started';