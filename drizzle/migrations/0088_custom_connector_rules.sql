-- Connectors that organizations add: who sees them. A version never changes.
SELECT hub_tenant_table('custom_connectors'), hub_tenant_table('custom_connector_versions');
--> statement-breakpoint
REVOKE UPDATE ON custom_connector_versions FROM hub_app;
