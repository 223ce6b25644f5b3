-- Rows of the ledger name their stream, and the system and object written to, by ids: both were texts that nearly all rows
-- of an integration repeat, in the row and in its indexes. The table is rewritten, in one pass and without indexes.
-- The owner of the tables sees no row of a tenant while security is forced.
SET LOCAL maintenance_work_mem = '128MB';--> statement-breakpoint
ALTER TABLE "ledger" RENAME TO "wide_ledger";--> statement-breakpoint
ALTER TABLE "wide_ledger" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "streams" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "integrations" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_marks" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "ledger_target";--> statement-breakpoint
DROP INDEX "ledger_pending";--> statement-breakpoint
DROP INDEX "ledger_missed";--> statement-breakpoint
CREATE TABLE "fingerprints" (
	"org_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "fingerprints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	CONSTRAINT "fingerprints_org_id_integration_id_fingerprint_pk" PRIMARY KEY("org_id","integration_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "streams" DROP CONSTRAINT "streams_org_id_integration_id_stream_pk";--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "step" text DEFAULT 'sync' NOT NULL, ADD COLUMN "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "streams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_org_id_integration_id_stream_step_pk" PRIMARY KEY("org_id","integration_id","stream","step");--> statement-breakpoint
CREATE TABLE "ledger_names" AS
SELECT DISTINCT org_id, integration_id, stream, fingerprint FROM wide_ledger;--> statement-breakpoint
INSERT INTO "streams" (org_id, integration_id, stream)
SELECT DISTINCT n.org_id, n.integration_id, n.stream
FROM ledger_names n JOIN integrations i ON i.org_id = n.org_id AND i.id = n.integration_id
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "fingerprints" (org_id, integration_id, fingerprint)
SELECT DISTINCT n.org_id, n.integration_id, n.fingerprint
FROM ledger_names n JOIN integrations i ON i.org_id = n.org_id AND i.id = n.integration_id;--> statement-breakpoint
DROP TABLE "ledger_names";--> statement-breakpoint
ANALYZE "streams", "fingerprints";--> statement-breakpoint
CREATE TABLE "ledger" (
	"org_id" uuid NOT NULL,
	"stream_id" integer NOT NULL,
	"fingerprint_id" integer NOT NULL,
	"effect_seq" integer NOT NULL,
	"missed" smallint DEFAULT 0 NOT NULL,
	"unresolved" boolean DEFAULT false NOT NULL,
	"deactivated" boolean DEFAULT false NOT NULL,
	"page_seq" integer,
	"run_id" uuid,
	"source_key" text NOT NULL,
	"target_id" text,
	"hash" "bytea",
	"pending_run_id" uuid,
	"pending_effect_id" text,
	"pending_operation" text,
	"pending_hash" "bytea",
	"pending_body" "bytea",
	"pending_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- A hash of 22 characters of base64url holds 128 bits and four more, which are not kept.
INSERT INTO "ledger" (org_id, stream_id, fingerprint_id, effect_seq, missed, unresolved, deactivated, page_seq, run_id,
  source_key, target_id, hash, pending_run_id, pending_effect_id, pending_operation, pending_hash, pending_body, pending_at)
SELECT w.org_id, s.id, f.id, w.effect_seq, w.missed, w.unresolved, w.deactivated, w.page_seq, w.run_id,
  w.source_key, w.target_id,
  CASE
    WHEN length(w.hash) = 22 THEN decode(translate(w.hash, '-_', '+/') || '==', 'base64')
    WHEN w.hash IS NOT NULL THEN ''::bytea
  END,
  w.pending_run_id, w.pending_effect_id, w.pending_operation,
  CASE
    WHEN length(w.pending_hash) = 22 THEN decode(translate(w.pending_hash, '-_', '+/') || '==', 'base64')
    WHEN w.pending_hash IS NOT NULL THEN ''::bytea
  END,
  w.pending_body, w.pending_at
FROM wide_ledger w
JOIN streams s ON s.org_id = w.org_id AND s.integration_id = w.integration_id AND s.stream = w.stream
JOIN fingerprints f ON f.org_id = w.org_id AND f.integration_id = w.integration_id AND f.fingerprint = w.fingerprint;--> statement-breakpoint
DROP TABLE "wide_ledger";--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_stream_id_source_key_pk" PRIMARY KEY("stream_id","source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_id" ON "streams" USING btree ("org_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_target" ON "ledger" USING btree ("fingerprint_id","target_id") WHERE target_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_pending" ON "ledger" USING btree ("stream_id","pending_at") WHERE pending_at is not null;--> statement-breakpoint
CREATE INDEX "ledger_missed" ON "ledger" USING btree ("stream_id","source_key") WHERE missed > 0;--> statement-breakpoint
ALTER TABLE "fingerprints" ADD CONSTRAINT "fingerprints_org_id_integration_id_integrations_org_id_id_fk" FOREIGN KEY ("org_id","integration_id") REFERENCES "public"."integrations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The marks of a page under way name the same hashes, in hexadecimal digits.
UPDATE "page_marks" SET hashes = (
  SELECT coalesce(array_agg(encode(decode(translate(hash, '-_', '+/') || '==', 'base64'), 'hex') ORDER BY position), '{}')
  FROM unnest(hashes) WITH ORDINALITY AS kept (hash, position)
);--> statement-breakpoint
ALTER TABLE "page_marks" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "integrations" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "streams" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fingerprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fingerprints" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "ledger" TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY tenant ON "fingerprints" TO hub_app USING (org_id = nullif(current_setting('hub.org', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "ledger", "fingerprints" TO hub_app;--> statement-breakpoint
-- What a deleted integration knew goes an hour later, as before.
CREATE POLICY purge_read ON "ledger" FOR SELECT TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.streams s JOIN public.integrations i ON i.org_id = s.org_id AND i.id = s.integration_id
  WHERE s.org_id = ledger.org_id AND s.id = ledger.stream_id AND i.deleted_at < now() - interval '1 hour'
));--> statement-breakpoint
CREATE POLICY purge ON "ledger" FOR DELETE TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.streams s JOIN public.integrations i ON i.org_id = s.org_id AND i.id = s.integration_id
  WHERE s.org_id = ledger.org_id AND s.id = ledger.stream_id AND i.deleted_at < now() - interval '1 hour'
));--> statement-breakpoint
CREATE POLICY purge_read ON "fingerprints" FOR SELECT TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.integrations i WHERE i.org_id = fingerprints.org_id AND i.id = fingerprints.integration_id
    AND i.deleted_at < now() - interval '1 hour'
));--> statement-breakpoint
CREATE POLICY purge ON "fingerprints" FOR DELETE TO hub_relay USING (EXISTS (
  SELECT 1 FROM public.integrations i WHERE i.org_id = fingerprints.org_id AND i.id = fingerprints.integration_id
    AND i.deleted_at < now() - interval '1 hour'
));--> statement-breakpoint
GRANT SELECT (org_id, stream_id, source_key), DELETE ON "ledger" TO hub_relay;--> statement-breakpoint
GRANT SELECT (org_id, integration_id, fingerprint), DELETE ON "fingerprints" TO hub_relay;--> statement-breakpoint
GRANT SELECT (id) ON "streams" TO hub_relay;
