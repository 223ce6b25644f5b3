-- All credentials of a deleted connection go when its time is over, like those before the ones in use.
DROP POLICY purge ON connection_credentials;
--> statement-breakpoint
CREATE POLICY purge ON connection_credentials FOR DELETE TO hub_relay USING (
  EXISTS (
    SELECT 1 FROM connections c
    WHERE c.org_id = connection_credentials.org_id AND c.id = connection_credentials.connection_id
      AND c.rollback_until < now() AND (c.credential_version <> connection_credentials.version OR c.deleted_at IS NOT NULL)
  )
);
--> statement-breakpoint
GRANT SELECT (deleted_at) ON connections TO hub_relay;
--> statement-breakpoint
-- Those of connections that were deleted before. The owner of the tables sees no row of a tenant while security is forced.
ALTER TABLE connections NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE connections SET rollback_until = now() WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
