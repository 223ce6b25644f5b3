CREATE TABLE "operations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"object" text NOT NULL,
	"operation" text NOT NULL,
	"sealed" "bytea",
	"status" text DEFAULT 'queued' NOT NULL,
	"outcome" text,
	"target_id" text,
	"error" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_epoch" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"in_doubt" boolean DEFAULT false NOT NULL,
	"marked_at" timestamp (3) with time zone,
	"fingerprint" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "operations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("next_try_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "operations_ended" ON "operations" USING btree ("ended_at") WHERE ended_at is not null;