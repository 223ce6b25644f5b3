import { z } from 'zod';
import { integrationStatuses, runStatuses } from '../../core/enums.ts';
import type { FieldError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { integrations, runs } from '../../drizzle/schema/index.ts';
import { type Definition, definitionSchema } from '../../flow/definition.ts';
import { findingRecord, toFindingRecord } from './finding.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../shared/schemas.ts';
import type { Versioned } from '../shared/versions.ts';
import { readReadiness, readinessRecord, type BrokenConnection } from './validation/readiness.ts';

/** What a caller says of an integration. Everything but the name may come later. @see docs/integrations.md */
export const integrationInput = definitionSchema
  .extend({ name: nameSchema, account_id: z.string().optional() })
  .meta({ id: 'IntegrationInput' });

export type IntegrationInput = z.infer<typeof integrationInput>;

/** An integration as the API shows it. @see docs/integrations.md */
export const integrationRecord = z
  .object({
    id: idOf('integration'),
    name: z.string(),
    status: z.enum(integrationStatuses),
    revision: z
      .number()
      .int()
      .min(1)
      .meta({ description: 'The newest one, which is shown and changed; each change of the flow makes one.' }),
    active_revision: z.number().int().min(1).optional().meta({
      description:
        'The revision that runs use, by hand and by triggers, also after a deactivation. Another one than `revision` only where an older one was activated since the last change. Absent until one was activated: the newest.',
    }),
    account_id: idOf('account').optional(),
    ...definitionSchema.shape,
    readiness: readinessRecord,
    warnings: z.array(findingRecord).optional().meta({
      description:
        'What is probably a mistake, as `validate` tells it. Only in answers to a creation or a change of the flow, and absent where there is nothing.',
    }),
    cools_until: timestamp.optional().meta({
      description:
        'Its last run took workers down (`worker_lost`), so further ones wait until then. Executing it, or retrying a run, ends the wait.',
    }),
    last_run: z
      .object({
        id: idOf('run'),
        status: z.enum(runStatuses).meta({ description: 'State of the run.' }),
        finished_at: timestamp.optional(),
      })
      .optional()
      .meta({ description: 'Only in a list with `include=last_run`: its newest run.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Integration' });

export type IntegrationRecord = z.infer<typeof integrationRecord>;

export type IntegrationRow = Row<
  typeof integrations,
  | 'id'
  | 'accountId'
  | 'name'
  | 'status'
  | 'revision'
  | 'activeRevision'
  | 'rowVersion'
  | 'coolsUntil'
  | 'createdAt'
  | 'updatedAt'
> & {
  /** Parsed by `definitionSchema` when it was saved; revisions never change. */
  definition: Definition;
  /** Connections of the revision that runs use which cannot be used now. */
  broken: BrokenConnection[];
  /** Only where it was asked for. */
  last_run?: Row<typeof runs, 'id' | 'status' | 'finishedAt'> | null;
};

export function toIntegrationRecord(row: IntegrationRow): IntegrationRecord {
  const { definition } = row;
  return {
    id: toId('integration', row.id),
    name: row.name,
    status: row.status,
    revision: row.revision,
    ...(row.active_revision === null ? {} : { active_revision: row.active_revision }),
    ...(row.account_id === null ? {} : { account_id: toId('account', row.account_id) }),
    ...definition,
    readiness: readReadiness(row, row.status),
    ...(row.cools_until === null ? {} : { cools_until: fromTime(row.cools_until) }),
    ...(row.last_run === undefined || row.last_run === null ? {} : { last_run: toLastRun(row.last_run) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

function toLastRun(run: NonNullable<IntegrationRow['last_run']>): IntegrationRecord['last_run'] {
  const { id, status, finished_at: finishedAt } = run;
  return {
    id: toId('run', id),
    status,
    ...(finishedAt === null ? {} : { finished_at: fromTime(finishedAt) }),
  };
}

export function toVersionedIntegration(
  row: IntegrationRow,
  warnings: readonly FieldError[] = [],
): Versioned<IntegrationRecord> {
  const found = warnings.length === 0 ? {} : { warnings: warnings.map(toFindingRecord) };
  return { data: { ...toIntegrationRecord(row), ...found }, version: row.row_version };
}

/** What the caller could have sent to make the row what it is. */
export function toIntegrationInput(row: IntegrationRow): IntegrationInput {
  return {
    name: row.name,
    ...(row.account_id === null ? {} : { account_id: toId('account', row.account_id) }),
    ...row.definition,
  };
}
