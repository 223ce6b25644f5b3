import { z } from 'zod';
import { secondFactorPolicies } from '../../core/enums.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { organizations } from '../../drizzle/schema/index.ts';
import { sessionBounds } from '../access/user-sessions/session-times.ts';
import type { Row } from '../shared/rows.ts';

const { idle, lifetime } = sessionBounds;

const secondFactor = z.enum(secondFactorPolicies).meta({
  description:
    '`required`: a member without a second factor is led to set one up, and can do nothing else. Sessions by single sign-on are ' +
    'exempt: whether a second factor is asked for is decided by the identity provider there. Keys and access tokens are no people.',
});
const idleMinutes = z
  .int()
  .min(idle.min)
  .max(idle.max)
  .meta({ description: 'A session ends when nothing was asked in it for so long.' });
const lifetimeMinutes = z
  .int()
  .min(lifetime.min)
  .max(lifetime.max)
  .meta({ description: 'A session ends so long after the person signed in, however much it is used.' });

/** The members that a change leads to. */
export const signInPolicyState = z.strictObject({
  second_factor: secondFactor,
  session_idle_minutes: idleMinutes.optional(),
  session_lifetime_minutes: lifetimeMinutes.optional(),
});

type SignInPolicyState = z.output<typeof signInPolicyState>;

const back = '`null`: as the hub has it, which is the longest.';

export const signInPolicyPatch = z
  .strictObject({
    second_factor: secondFactor.optional(),
    session_idle_minutes: idleMinutes.nullable().optional().meta({ description: back }),
    session_lifetime_minutes: lifetimeMinutes.nullable().optional().meta({ description: back }),
  })
  .meta({ id: 'SignInPolicyPatch' });

export const signInPolicyRecord = z
  .object({
    second_factor: secondFactor,
    session_idle_minutes: idleMinutes,
    session_lifetime_minutes: lifetimeMinutes,
  })
  .meta({ id: 'SignInPolicy' });

export type SignInPolicyRecord = z.infer<typeof signInPolicyRecord>;

type SignInPolicyRow = Row<
  typeof organizations,
  'id' | 'secondFactor' | 'sessionIdleMinutes' | 'sessionLifetimeMinutes' | 'rowVersion'
>;

/** @param mode A change locks it. @throws {HubError} `not_found` */
export async function selectSignInPolicy(
  { sql }: Transaction,
  orgId: string,
  mode: 'read' | 'change',
): Promise<SignInPolicyRow> {
  const [row] = await sql<SignInPolicyRow[]>`
    select id, second_factor, session_idle_minutes, session_lifetime_minutes, row_version from organizations
    where id = ${orgId} ${mode === 'change' ? sql`for no key update` : sql``}`;
  if (row === undefined) throw notFound();
  return row;
}

/** What the organization decided itself. */
export function toSignInPolicyState(row: SignInPolicyRow): SignInPolicyState {
  return {
    second_factor: row.second_factor,
    ...(row.session_idle_minutes === null ? {} : { session_idle_minutes: row.session_idle_minutes }),
    ...(row.session_lifetime_minutes === null ? {} : { session_lifetime_minutes: row.session_lifetime_minutes }),
  };
}

/** What holds: where the organization decided nothing, what the hub has. */
export function toSignInPolicyRecord(row: SignInPolicyRow): SignInPolicyRecord {
  return {
    second_factor: row.second_factor,
    session_idle_minutes: row.session_idle_minutes ?? idle.max,
    session_lifetime_minutes: row.session_lifetime_minutes ?? lifetime.max,
  };
}
