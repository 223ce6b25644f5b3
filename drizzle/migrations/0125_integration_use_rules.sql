-- What the newest and the active revisions of live integrations name. Row-level security is for the application's role; the owner sees every row here.
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO integration_uses (org_id, used_id, integration_id, active)
SELECT i.org_id, used, i.id, coalesce(bool_or(v.revision = i.active_revision), false)
FROM integrations i
JOIN integration_revisions v
  ON v.org_id = i.org_id AND v.integration_id = i.id AND v.revision IN (i.revision, i.active_revision)
CROSS JOIN LATERAL unnest(v.connection_ids || v.calendar_ids) AS used
WHERE i.deleted_at IS NULL
GROUP BY 1, 2, 3;
--> statement-breakpoint
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE integration_revisions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
SELECT hub_tenant_table('integration_uses');
--> statement-breakpoint
CREATE FUNCTION hub_keep_uses() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  integration uuid;
BEGIN
  IF TG_TABLE_NAME = 'integrations' THEN
    integration := NEW.id;
  ELSE
    integration := NEW.integration_id;
  END IF;
  DELETE FROM public.integration_uses WHERE org_id = NEW.org_id AND integration_id = integration;
  INSERT INTO public.integration_uses (org_id, used_id, integration_id, active)
  SELECT i.org_id, used, i.id, coalesce(bool_or(v.revision = i.active_revision), false)
  FROM public.integrations i
  JOIN public.integration_revisions v
    ON v.org_id = i.org_id AND v.integration_id = i.id AND v.revision IN (i.revision, i.active_revision)
  CROSS JOIN LATERAL unnest(v.connection_ids || v.calendar_ids) AS used
  WHERE i.org_id = NEW.org_id AND i.id = integration AND i.deleted_at IS NULL
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_uses AFTER INSERT ON integration_revisions FOR EACH ROW EXECUTE FUNCTION hub_keep_uses();
--> statement-breakpoint
CREATE TRIGGER keep_uses AFTER UPDATE OF active_revision, deleted_at ON integrations FOR EACH ROW
  WHEN (OLD.active_revision IS DISTINCT FROM NEW.active_revision OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION hub_keep_uses();
