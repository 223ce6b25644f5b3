CREATE TABLE "reset_links" (
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"org_id" uuid,
	"scopes" text[],
	"pepper_id" text NOT NULL,
	"token_hmac" "bytea" NOT NULL,
	"second_factors" boolean DEFAULT false NOT NULL,
	"made_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reset_links_user_id_issuer_pk" PRIMARY KEY("user_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reset_links_lookup" ON "reset_links" USING btree ("token_hmac");--> statement-breakpoint
CREATE INDEX "reset_links_expiry" ON "reset_links" USING btree ("expires_at");