/**
 * Whoever decides which provider signs people in can act as any of them, owners included: so only owners decide, and keys that
 * may do everything.
 */
export const ssoScopes = { read: 'members:read', write: '*' } as const;
