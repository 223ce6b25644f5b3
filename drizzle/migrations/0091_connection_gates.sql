CREATE TABLE "connection_gates" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"probe_at" timestamp (3) with time zone,
	"probes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "connection_gates_org_id_connection_id_pk" PRIMARY KEY("org_id","connection_id")
);
--> statement-breakpoint
ALTER TABLE "run_gates" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "run_gates" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "connection_gates" ADD CONSTRAINT "connection_gates_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_gates_connections" ON "run_gates" USING btree ("org_id","connection_id") WHERE connection_id is not null;