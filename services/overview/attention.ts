import { z } from 'zod';
import { timestamp, idOf } from '../shared/schemas.ts';

/** What can need a person, the worst first. */
export const attentionKinds = [
  'connection_error',
  'connection_expired',
  'run_failed',
  'run_withheld',
  'approval_for_you',
  'approval_overdue',
  'endpoint_disabled',
  'endpoint_failing',
  'subscription_failing',
  'subscription_left',
  'records_failed',
  'schedule_missed',
  'credentials_ending',
  'api_key_ending',
  'sign_in_at_risk',
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** The one act that helps most. */
const acts = [
  'repair_connection',
  'see_run',
  'decide',
  'see_approvals',
  'see_failed_records',
  'see_deliveries',
  'see_schedule',
  'see_hook',
  'remove_at_vendor',
  'replace_credentials',
  'replace_api_key',
  'see_sign_in',
] as const;

export const actOf = {
  connection_error: 'repair_connection',
  connection_expired: 'repair_connection',
  run_failed: 'see_run',
  run_withheld: 'see_run',
  approval_for_you: 'decide',
  approval_overdue: 'see_approvals',
  endpoint_disabled: 'see_deliveries',
  endpoint_failing: 'see_deliveries',
  subscription_failing: 'see_hook',
  subscription_left: 'remove_at_vendor',
  records_failed: 'see_failed_records',
  schedule_missed: 'see_schedule',
  credentials_ending: 'replace_credentials',
  api_key_ending: 'replace_api_key',
  sign_in_at_risk: 'see_sign_in',
} as const satisfies Record<AttentionKind, (typeof acts)[number]>;

/** Something that needs a person. */
export const attentionRecord = z
  .object({
    kind: z.enum(attentionKinds),
    severity: z.enum(['high', 'medium']).meta({ description: '`high`: data does not move, or not all of it.' }),
    subject: z.object({
      id: z.string().meta({
        description:
          'The connection, run, endpoint, integration, workflow or API key, or the connection for single sign-on.',
      }),
      name: z.string().meta({ description: 'Its name; of a run, that of its integration.' }),
    }),
    integration_id: idOf('integration').optional(),
    cause: z.string().optional().meta({ description: 'Why, for people.' }),
    count: z.number().int().min(1).optional().meta({
      description:
        'How many failed records, changes held back, missed times or approvals. A record that failed in several runs counts once; at most the newest 10000 failures are looked at.',
    }),
    since: timestamp.meta({
      description: 'When it last happened, or since when it has been so; of what ends, when it does.',
    }),
    action: z.enum(acts).meta({ description: 'The one act that helps most.' }),
  })
  .meta({ id: 'Attention' });

export type AttentionRecord = z.infer<typeof attentionRecord>;

const medium: ReadonlySet<AttentionKind> = new Set([
  'approval_for_you',
  'approval_overdue',
  'endpoint_failing',
  'subscription_left',
  'records_failed',
  'schedule_missed',
  'credentials_ending',
  'api_key_ending',
  'sign_in_at_risk',
]);

/** Makes a matter of what a statement found. */
export function toAttention(
  kind: AttentionKind,
  { cause, ...found }: Omit<AttentionRecord, 'kind' | 'severity' | 'action' | 'cause'> & { cause?: string | null },
): AttentionRecord {
  return {
    kind,
    severity: medium.has(kind) ? 'medium' : 'high',
    ...found,
    ...(typeof cause === 'string' ? { cause } : {}),
    action: actOf[kind],
  };
}

/** The worst first, and of those that are as bad the newest. */
export function rank(matters: readonly AttentionRecord[]): AttentionRecord[] {
  const placeOf = ({ kind }: AttentionRecord): number => attentionKinds.indexOf(kind);
  return matters.toSorted((a, b) => placeOf(a) - placeOf(b) || b.since.localeCompare(a.since));
}
