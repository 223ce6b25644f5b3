/**
 * Control of an identity provider is control of every member who signs in by it, owners included. So changes need an owner, or a
 * key with the scope `*`.
 */
export const ssoScopes = { read: 'members:read', write: '*' } as const;
