CREATE TABLE "item_steps" (
	"org_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"step" text NOT NULL,
	"outcome" text NOT NULL,
	"position" integer NOT NULL,
	"sealed" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_steps_org_id_item_id_step_pk" PRIMARY KEY("org_id","item_id","step")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"key" text NOT NULL,
	"seq" integer NOT NULL,
	"change" text NOT NULL,
	"status" text NOT NULL,
	"step" text,
	"settled" text,
	"before_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "dead_letters" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "dead_letters" ADD COLUMN "item_id" uuid;--> statement-breakpoint
ALTER TABLE "item_steps" ADD CONSTRAINT "item_steps_org_id_item_id_items_org_id_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."items"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "items_once" ON "items" USING btree ("org_id","integration_id","key","seq");--> statement-breakpoint
CREATE INDEX "items_waiting" ON "items" USING btree ("org_id","integration_id","step","id") WHERE status = 'ready' and settled is null;--> statement-breakpoint
CREATE INDEX "items_moving" ON "items" USING btree ("org_id","integration_id","id") WHERE status = 'ready' and (settled is not null or step is null);--> statement-breakpoint
CREATE INDEX "items_open" ON "items" USING btree ("org_id","integration_id","key","seq") WHERE status in ('ready', 'held');--> statement-breakpoint
CREATE INDEX "items_by_run" ON "items" USING btree ("org_id","run_id","id");--> statement-breakpoint
CREATE INDEX "items_by_run_status" ON "items" USING btree ("org_id","run_id","status","id");--> statement-breakpoint
CREATE INDEX "items_ended" ON "items" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "dead_letters_by_item" ON "dead_letters" USING btree ("org_id","item_id") WHERE item_id is not null;