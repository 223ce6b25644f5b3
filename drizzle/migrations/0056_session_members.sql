DROP INDEX "memberships_by_user";--> statement-breakpoint
CREATE INDEX "user_sessions_by_member" ON "user_sessions" USING btree ("org_id","user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id","org_id");