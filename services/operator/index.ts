/**
 * What the operator of a hub does with the organizations on it: makes them, limits them, suspends them, invites their owners.
 *
 * The operator is no caller of an organization and has no scope: the key of the operator is the authority. May be imported by
 * `api/`.
 */
export { createOperatorKey, type OperatorKey } from './operator-key.ts';
