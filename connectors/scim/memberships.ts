import { reads, writes } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { scim } from '../kit/presets/scim.ts';
import { Membership } from './schema.ts';

/**
 * Adding a member that is there, and removing one that is not, change nothing. @see
 * https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2.1
 */
function change(operation: 'add' | 'remove', fields: Readonly<Record<string, string>>): HttpWrite {
  return writes({
    request: {
      method: 'PATCH',
      path: '/Groups/{group_id}',
      headers: { 'content-type': 'application/scim+json' },
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: operation }] },
      bodyFields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [`Operations[0].${name}`, text])),
    },
    idempotency: { kind: 'put_by_key' },
    effect: 'reversible',
  });
}

/** Group members, one record each: adding a user to a group is one write, however large the group is. */
export const memberships: HttpObject = {
  title: 'Group memberships',
  key: ['group_id', 'value'],
  schema: Membership,
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc7643#section-4.2',
  operations: {
    list: reads({
      kind: 'pages',
      request: { method: 'GET', path: '/Groups', query: { attributes: 'id,displayName,members' } },
      ...scim(),
      extract: { expand: { path: 'members', copy: { group_id: 'id', group_name: 'displayName' } } },
    }),
    upsert: change('add', { path: 'members', 'value[0].value': '{value}' }),
    delete: change('remove', { path: 'members[value eq {value|scim}]' }),
  },
};
