ALTER TABLE "organizations" ADD COLUMN "second_factor" text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "session_idle_minutes" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "session_lifetime_minutes" integer;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "signed_in_at" timestamp (3) with time zone;