CREATE TABLE "identities" (
	"org_id" uuid NOT NULL,
	"sso_connection_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_org_id_sso_connection_id_subject_pk" PRIMARY KEY("org_id","sso_connection_id","subject")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "spent_assertions" (
	"org_id" uuid NOT NULL,
	"sso_connection_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_assertions_org_id_sso_connection_id_hash_pk" PRIMARY KEY("org_id","sso_connection_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sso_connections" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"sealed" "bytea",
	"provisioning" text NOT NULL,
	"default_role" text,
	"role_rules" jsonb NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_connections_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "sso_domains" (
	"org_id" uuid NOT NULL,
	"sso_connection_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"enforced" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_domains_org_id_domain_pk" PRIMARY KEY("org_id","domain")
);
--> statement-breakpoint
CREATE TABLE "user_group_grants" (
	"org_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"role" text NOT NULL,
	"account_id" uuid,
	CONSTRAINT "user_group_grants_once" UNIQUE NULLS NOT DISTINCT("org_id","group_id","role","account_id")
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"org_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_group_members_org_id_group_id_user_id_pk" PRIMARY KEY("org_id","group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"row_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_groups_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "scim_profile" jsonb;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "sso_connection_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "managed_by" uuid;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_org_id_sso_connection_id_sso_connections_org_id_id_fk" FOREIGN KEY ("org_id","sso_connection_id") REFERENCES "public"."sso_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_domains" ADD CONSTRAINT "sso_domains_org_id_sso_connection_id_sso_connections_org_id_id_fk" FOREIGN KEY ("org_id","sso_connection_id") REFERENCES "public"."sso_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_grants" ADD CONSTRAINT "user_group_grants_org_id_group_id_user_groups_org_id_id_fk" FOREIGN KEY ("org_id","group_id") REFERENCES "public"."user_groups"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_grants" ADD CONSTRAINT "user_group_grants_org_id_account_id_accounts_org_id_id_fk" FOREIGN KEY ("org_id","account_id") REFERENCES "public"."accounts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_org_id_group_id_user_groups_org_id_id_fk" FOREIGN KEY ("org_id","group_id") REFERENCES "public"."user_groups"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_by_user" ON "identities" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "spent_assertions_expiry" ON "spent_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sso_connections_lookup" ON "sso_connections" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sso_domains_by_connection" ON "sso_domains" USING btree ("org_id","sso_connection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sso_domains_verified" ON "sso_domains" USING btree ("domain") WHERE "sso_domains"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "user_group_grants_by_account" ON "user_group_grants" USING btree ("org_id","account_id");--> statement-breakpoint
CREATE INDEX "user_group_members_by_user" ON "user_group_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_name" ON "user_groups" USING btree ("org_id",lower("name"));--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_org_id_sso_connection_id_sso_connections_org_id_id_fk" FOREIGN KEY ("org_id","sso_connection_id") REFERENCES "public"."sso_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_user_name" ON "memberships" USING btree ("org_id",lower("user_name"));--> statement-breakpoint
CREATE INDEX "memberships_external_id" ON "memberships" USING btree ("org_id","external_id");--> statement-breakpoint
CREATE INDEX "user_sessions_by_sso" ON "user_sessions" USING btree ("org_id","sso_connection_id");--> statement-breakpoint
CREATE INDEX "users_managed_by" ON "users" USING btree ("managed_by");