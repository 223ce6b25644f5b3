import { z } from 'zod';
import type { Transaction } from '../../../drizzle/client.ts';
import type { integrationRevisions } from '../../../drizzle/schema/index.ts';
import { type Definition, definitionSchema } from '../../../flow/definition.ts';
import { nameActors } from '../../shared/name-actors.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { timestamp } from '../../shared/schemas.ts';

/** A revision in a list: which one it is, and what it changed. */
export const revisionSummary = z
  .object({
    revision: z.number().int().min(1),
    active: z
      .boolean()
      .meta({ description: 'Runs use this revision: it is the `active_revision` of the integration.' }),
    changed: z.array(z.string()).meta({
      description: 'Members that differ from the revision before; of the first one, all that it has.',
    }),
    created_by: z.string().optional().meta({ description: 'Id of the credential that made it.' }),
    created_by_name: z.string().optional().meta({ description: 'What that is called now, where it is known.' }),
    created_at: timestamp,
  })
  .meta({ id: 'IntegrationRevisionSummary' });

/** A revision with its content. */
export const revisionRecord = revisionSummary
  .extend({ definition: definitionSchema })
  .meta({ id: 'IntegrationRevision' });

export type RevisionSummary = z.infer<typeof revisionSummary>;
export type RevisionRecord = z.infer<typeof revisionRecord>;

export type RevisionRow = Row<typeof integrationRevisions, 'revision' | 'createdBy' | 'createdAt'> & {
  active: boolean;
  changed: string[];
};

export function toRevisionSummary(row: RevisionRow): RevisionSummary {
  return {
    revision: row.revision,
    active: row.active,
    changed: row.changed,
    ...(row.created_by === null ? {} : { created_by: row.created_by }),
    created_at: fromTime(row.created_at),
  };
}

export function toRevisionRecord(row: RevisionRow & { definition: Definition }): RevisionRecord {
  return { ...toRevisionSummary(row), definition: row.definition };
}

/** Adds the names of who made them. */
export async function nameMakers<Revision extends RevisionSummary>(
  tx: Transaction,
  orgId: string,
  revisions: readonly Revision[],
): Promise<Revision[]> {
  const names = await nameActors(
    tx,
    orgId,
    revisions.map(({ created_by: maker }) => maker ?? null),
  );
  return revisions.map((revision) => {
    const name = names.get(revision.created_by ?? '');
    return name === undefined ? revision : { ...revision, created_by_name: name };
  });
}
