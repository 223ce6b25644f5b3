CREATE TABLE "approval_delegations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_delegations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD COLUMN "on_behalf_of" uuid;--> statement-breakpoint
ALTER TABLE "approval_delegations" ADD CONSTRAINT "approval_delegations_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_delegations" ADD CONSTRAINT "approval_delegations_org_id_delegate_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","delegate_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_delegations_by_user" ON "approval_delegations" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "approval_delegations_by_delegate" ON "approval_delegations" USING btree ("org_id","delegate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_decisions_behalf" ON "approval_decisions" USING btree ("org_id","wait_id","on_behalf_of") WHERE on_behalf_of is not null;