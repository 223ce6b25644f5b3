DROP INDEX "items_by_integration";--> statement-breakpoint
DROP INDEX "items_by_run";