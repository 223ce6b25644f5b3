DROP INDEX "waits_by_token";--> statement-breakpoint
ALTER TABLE "waits" DROP COLUMN "token_hash";