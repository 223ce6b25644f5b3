import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { toId } from '../../core/ids.ts';
import type { integrationDrafts, integrations } from '../../drizzle/schema/index.ts';
import { fromJsonb, fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

const definition = z.record(z.string(), freeJson);

/** What a person has not saved yet of an integration, as the browser sends it. The hub checks nothing of it. */
export const draftInput = z
  .strictObject({
    definition: definition.meta({ description: 'The integration as it would be, finished or not.' }),
    base: definition.meta({ description: 'The integration as it was when the work began.' }),
    base_etag: z.string().min(1).max(255).meta({
      description: 'The ETag that it had then: a save names it in `If-Match`.',
      example: '"3-Yx0kTgSVqGkPv3aQ"',
    }),
  })
  .meta({ id: 'IntegrationDraftInput' });

export type DraftInput = z.infer<typeof draftInput>;

/** That there is unsaved work. @see docs/dashboard.md */
export const draftSummary = z
  .object({
    integration_id: idOf('integration'),
    integration_name: z.string().meta({ description: 'As the integration is called now.' }),
    created_at: timestamp.meta({ description: 'When the work began.' }),
    updated_at: timestamp.meta({ description: 'When it was changed last. A month later it is gone.' }),
  })
  .meta({ id: 'IntegrationDraftSummary' });

export type DraftSummary = z.infer<typeof draftSummary>;

/** Unsaved work with all that is in it. */
export const draftRecord = draftSummary.extend(draftInput.shape).meta({ id: 'IntegrationDraft' });

export type DraftRecord = z.infer<typeof draftRecord>;

export type DraftSummaryRow = Row<
  typeof integrationDrafts,
  'integrationId' | 'createdAt' | 'updatedAt' | 'rowVersion'
> &
  Row<typeof integrations, 'name'>;

export type DraftRow = DraftSummaryRow & Row<typeof integrationDrafts, 'definition' | 'base' | 'baseEtag'>;

export function toDraftSummary(row: DraftSummaryRow): DraftSummary {
  return {
    integration_id: toId('integration', row.integration_id),
    integration_name: row.name,
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

export function toDraftRecord(row: DraftRow): DraftRecord {
  return {
    ...toDraftSummary(row),
    definition: fromJsonb(row.definition),
    base: fromJsonb(row.base),
    base_etag: row.base_etag,
  };
}
