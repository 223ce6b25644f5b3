/**
 * The scopes of what decides who may act in an organization: its OAuth clients and the token issuers that it trusts.
 *
 * Those who may admit people may admit programs, and the other way round each could make itself the other: a scope of
 * their own would promise a separation that is not there. The list of scopes is closed, and these resources are said to
 * need the admin scopes.
 *
 * @see docs/access.md
 */
export const adminScopes = { read: 'members:read', write: 'members:write' } as const;
