import type { HttpObject } from '../kit/object-types.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { activationsOf, objectOf } from './protocol.ts';

/** What is done to a user beside changing its fields. @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserLifecycle/ */

const lifecycle = '/users/{id}/lifecycle';

const stateOf = (title: string, operations: HttpObject['operations']): HttpObject =>
  objectOf({ title, docs: 'UserLifecycle' }, operations);

export const userStates: Readonly<Record<string, HttpObject>> = {
  user_activations: activationsOf('Activation of users', '/users', 'UserLifecycle'),
  user_suspensions: stateOf('Suspension of users', {
    upsert: idempotent(`POST ${lifecycle}/suspend`, { body: 'none' }),
    delete: idempotent(`POST ${lifecycle}/unsuspend`, { body: 'none', effect: 'reversible' }),
  }),
  user_unlocks: stateOf('Unlocking of users', {
    // Refused for a user who is not locked out, and for one of a directory as well: so a refusal does not count as done.
    upsert: idempotent(`POST ${lifecycle}/unlock`, { body: 'none' }),
  }),
  user_password_expirations: stateOf('Expiry of passwords: a user has to choose another one', {
    upsert: idempotent(`POST ${lifecycle}/expire_password`, { body: 'none' }),
  }),
  user_password_resets: stateOf('Password resets: Okta sends the user a mail', {
    // Each one sends a mail, and makes the link of the one before void.
    create: nonIdempotent(
      { method: 'POST', path: `${lifecycle}/reset_password`, query: { sendEmail: 'true' } },
      { body: 'none' },
    ),
  }),
  user_factor_resets: stateOf('Resets of factors: a user has to enroll them again', {
    upsert: idempotent(`POST ${lifecycle}/reset_factors`, { body: 'none' }),
  }),
  user_sessions: objectOf(
    { title: 'Sessions of users: deleting signs a user out everywhere', docs: 'UserSessions', key: 'user_id' },
    { delete: idempotent('DELETE /users/{user_id}/sessions', { body: 'none' }) },
  ),
};

/** @see userStates */
export const userOperations: NonNullable<HttpObject['named']> = {
  activate: { object: 'user_activations', operation: 'upsert', of: 'id' },
  deactivate: { object: 'user_activations', operation: 'delete', of: 'id' },
  suspend: { object: 'user_suspensions', operation: 'upsert', of: 'id' },
  unsuspend: { object: 'user_suspensions', operation: 'delete', of: 'id' },
  unlock: { object: 'user_unlocks', operation: 'upsert', of: 'id' },
  reset_password: { object: 'user_password_resets', operation: 'create', of: 'id' },
  expire_password: { object: 'user_password_expirations', operation: 'upsert', of: 'id' },
  reset_factors: { object: 'user_factor_resets', operation: 'upsert', of: 'id' },
  revoke_sessions: { object: 'user_sessions', operation: 'delete', of: 'user_id' },
};
