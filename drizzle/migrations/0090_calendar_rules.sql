-- Calendars, and the gates that they close: who sees them.
SELECT hub_tenant_table('calendars');
--> statement-breakpoint
SELECT hub_tenant_table('run_gates');
