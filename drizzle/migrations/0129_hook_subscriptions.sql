CREATE TABLE "hook_subscriptions" (
	"org_id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"wanted" jsonb,
	"made" jsonb,
	"remote_id" text,
	"ends_at" timestamp (3) with time zone,
	"sealed" "bytea",
	"previous_sealed" "bytea",
	"made_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"error" jsonb,
	"failing_since" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_epoch" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hook_subscriptions_org_id_hook_id_pk" PRIMARY KEY("org_id","hook_id")
);
--> statement-breakpoint
ALTER TABLE "hook_subscriptions" ADD CONSTRAINT "hook_subscriptions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hook_subscriptions_due" ON "hook_subscriptions" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "hook_subscriptions_by_integration" ON "hook_subscriptions" USING btree ("org_id","integration_id");