-- Approvals that are withdrawn, since a newer item ended the one that asked, are told of like the others.
CREATE OR REPLACE FUNCTION hub_emit_decided() RETURNS trigger LANGUAGE plpgsql
AS $$
DECLARE
  decided record;
BEGIN
  FOR decided IN
    SELECT after.org_id, after.integration_id, after.run_id, after.step, after.status, count(*) AS total,
      min(after.id::text) AS first
    FROM after JOIN before ON before.org_id = after.org_id AND before.id = after.id
    WHERE after.kind = 'approval' AND before.status = 'open' AND after.status IN ('approved', 'rejected', 'expired', 'withdrawn')
    GROUP BY after.org_id, after.integration_id, after.run_id, after.step, after.status
  LOOP
    PERFORM hub_emit(decided.org_id, 'approval.' || decided.status, jsonb_build_object(
      'id', decided.first, 'integration_id', decided.integration_id, 'run_id', decided.run_id, 'step', decided.step,
      'count', decided.total
    ));
  END LOOP;
  RETURN NULL;
END $$;
