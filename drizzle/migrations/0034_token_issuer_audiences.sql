DROP INDEX "token_issuers_issuer";--> statement-breakpoint
CREATE UNIQUE INDEX "token_issuers_issuer_audience" ON "token_issuers" USING btree ("issuer","audience","org_id");