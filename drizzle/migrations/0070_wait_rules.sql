-- Waits of items and what approvers said: who sees them, and which events they make.
SELECT hub_tenant_table('waits');
--> statement-breakpoint
SELECT hub_tenant_table('approval_decisions');
--> statement-breakpoint
-- Thousands of items may come to an approval, or be given up, in one statement: one event tells of all of a run's step.
CREATE FUNCTION hub_emit_requested() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  asked record;
BEGIN
  FOR asked IN
    SELECT org_id, integration_id, run_id, step, count(*) AS total, min(id::text) AS first, min(due_at) AS due_at
    FROM made WHERE kind = 'approval' GROUP BY org_id, integration_id, run_id, step
  LOOP
    PERFORM hub_emit(asked.org_id, 'approval.requested', jsonb_build_object(
      'id', asked.first, 'integration_id', asked.integration_id, 'run_id', asked.run_id, 'step', asked.step,
      'count', asked.total, 'due_at', asked.due_at
    ));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_requested AFTER INSERT ON waits REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION hub_emit_requested();
--> statement-breakpoint
CREATE FUNCTION hub_emit_decided() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  decided record;
BEGIN
  FOR decided IN
    SELECT after.org_id, after.integration_id, after.run_id, after.step, after.status, count(*) AS total,
      min(after.id::text) AS first
    FROM after JOIN before ON before.org_id = after.org_id AND before.id = after.id
    WHERE after.kind = 'approval' AND before.status = 'open' AND after.status IN ('approved', 'rejected', 'expired')
    GROUP BY after.org_id, after.integration_id, after.run_id, after.step, after.status
  LOOP
    PERFORM hub_emit(decided.org_id, 'approval.' || decided.status, jsonb_build_object(
      'id', decided.first, 'integration_id', decided.integration_id, 'run_id', decided.run_id, 'step', decided.step,
      'count', decided.total
    ));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER emit_decided AFTER UPDATE ON waits REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION hub_emit_decided();
