ALTER TABLE "rate_budgets" ADD COLUMN "granted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_budgets" ADD COLUMN "left_calls" integer;--> statement-breakpoint
ALTER TABLE "rate_budgets" ADD COLUMN "left_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rate_budgets" ADD COLUMN "holders" jsonb DEFAULT '{}'::jsonb NOT NULL;