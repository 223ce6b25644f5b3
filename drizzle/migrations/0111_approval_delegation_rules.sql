-- Members who let others decide for them: of their organization.
SELECT hub_tenant_table('approval_delegations');
