DROP INDEX "token_issuers_issuer_audience";--> statement-breakpoint
CREATE INDEX "token_issuers_by_issuer" ON "token_issuers" USING btree ("issuer","audience");--> statement-breakpoint
CREATE UNIQUE INDEX "token_issuers_issuer_audience" ON "token_issuers" USING btree ("org_id","issuer","audience");