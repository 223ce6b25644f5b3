import { z } from 'zod';
import { ssoChecks } from '../../../../core/enums.ts';
import { toId } from '../../../../core/ids.ts';
import { ssoAdvice } from '../../../../core/messages/sso-checks.ts';
import type { ssoTests } from '../../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../../shared/rows.ts';
import { idOf, timestamp } from '../../../shared/schemas.ts';
import { toPageOrigin } from '../../people/dashboard-url.ts';
import { grantRecords } from '../../people/role-grants.ts';

const person = z
  .object({
    subject: z.string().meta({ description: "The provider's own name of the person." }),
    email: z
      .string()
      .optional()
      .meta({ description: 'Absent where none came, or none that the provider vouches for.' }),
    name: z.string().optional().meta({ description: "The person's name, if it came." }),
    groups: z.array(z.string()).meta({ description: 'Names of groups, as the provider writes them; 100 at most.' }),
  })
  .meta({ id: 'SsoTestPerson' });

/** What came of a test: of the answer what role rules and settings are about, and neither tokens nor assertions. */
export const ssoTestOutcome = z.object({
  person: person.optional().meta({ description: 'Who came. Absent where the answer could not be believed.' }),
  attributes: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names of the attributes or claims that came, without their values; 100 at most.' }),
  joins: z.boolean().optional().meta({ description: 'Signing in would make the person a member.' }),
  roles: grantRecords
    .optional()
    .meta({ description: 'The roles that the person would have, those of groups included.' }),
  failed_check: z.enum(ssoChecks).optional().meta({ description: 'The check that failed.' }),
});

export type SsoTestOutcome = z.infer<typeof ssoTestOutcome>;

export const ssoTestRecord = z
  .object({
    id: idOf('ssoTest'),
    sso_connection_id: idOf('ssoConnection'),
    status: z.enum(['waiting', 'passed', 'failed']).meta({ description: '`waiting`: nobody came back yet.' }),
    start_url: z.string().meta({ description: 'Where the test begins, in the browser of who asked for it.' }),
    ...ssoTestOutcome.shape,
    advice: z.string().optional().meta({ description: 'What to change, for people.' }),
    expires_at: timestamp.meta({ description: 'The test is gone then.' }),
    created_at: timestamp,
  })
  .meta({ id: 'SsoTest' });

export type SsoTestRecord = z.infer<typeof ssoTestRecord>;

export type SsoTestRow = Row<
  typeof ssoTests,
  'id' | 'ssoConnectionId' | 'actor' | 'sessionId' | 'outcome' | 'expiresAt' | 'createdAt'
>;

export function toSsoTestRecord(row: SsoTestRow, publicUrl: string): SsoTestRecord {
  const id = toId('ssoTest', row.id);
  const outcome = row.outcome === null ? undefined : ssoTestOutcome.parse(row.outcome);
  const failed = outcome?.failed_check;
  return {
    id,
    sso_connection_id: toId('ssoConnection', row.sso_connection_id),
    status: outcome === undefined ? 'waiting' : failed === undefined ? 'passed' : 'failed',
    start_url: `${toPageOrigin(publicUrl)}/auth/sso-test/${id}/start`,
    ...outcome,
    ...(failed === undefined ? {} : { advice: ssoAdvice[failed] }),
    expires_at: fromTime(row.expires_at),
    created_at: fromTime(row.created_at),
  };
}
