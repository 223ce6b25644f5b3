-- Runs of an integration that is not active used its newest revision, whichever was activated before. It stays the one that they use, and
-- from now on is the one that is named. Row-level security is for the application's role; the owner sees every row here.
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_uses NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE integrations SET active_revision = revision WHERE status <> 'active' AND active_revision <> revision;
--> statement-breakpoint
ALTER TABLE integration_uses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
