ALTER TABLE "connection_tests" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "connection_tests" CASCADE;--> statement-breakpoint
CREATE INDEX "connections_rollback" ON "connections" USING btree ("rollback_until") WHERE rollback_until is not null;