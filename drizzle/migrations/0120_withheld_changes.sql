CREATE TABLE "withheld_changes" (
	"org_id" uuid NOT NULL,
	"wait_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"stream" text NOT NULL,
	"step" text NOT NULL,
	"fingerprint" text NOT NULL,
	"about" text NOT NULL,
	"reason" text NOT NULL,
	"records" text[] NOT NULL,
	"count" integer NOT NULL,
	"hash" text NOT NULL,
	"followed_by" uuid,
	"ended_by" uuid,
	CONSTRAINT "withheld_changes_org_id_wait_id_pk" PRIMARY KEY("org_id","wait_id")
);
--> statement-breakpoint
ALTER TABLE "waits" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "guarded_run_id" uuid;--> statement-breakpoint
ALTER TABLE "withheld_changes" ADD CONSTRAINT "withheld_changes_org_id_wait_id_waits_org_id_id_fk" FOREIGN KEY ("org_id","wait_id") REFERENCES "public"."waits"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withheld_changes" ADD CONSTRAINT "withheld_changes_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withheld_changes_standing" ON "withheld_changes" USING btree ("org_id","integration_id") WHERE ended_by is null;--> statement-breakpoint
CREATE INDEX "withheld_changes_by_integration" ON "withheld_changes" USING btree ("org_id","integration_id");--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_org_id_guarded_run_id_runs_org_id_id_fk" FOREIGN KEY ("org_id","guarded_run_id") REFERENCES "public"."runs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_delegations_ended" ON "approval_delegations" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "waits_of_guards" ON "waits" USING btree ("org_id","guarded_run_id") WHERE guarded_run_id is not null;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_of_one" CHECK ((item_id is null) = (guarded_run_id is not null));