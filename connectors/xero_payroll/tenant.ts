/** Every call names its organisation. @see https://developer.xero.com/documentation/guides/oauth2/tenants */
export const ofTenant = { headers: { 'xero-tenant-id': '{config.tenant_id}' } } as const;
