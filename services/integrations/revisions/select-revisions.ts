import type postgres from 'postgres';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { RevisionRow } from './revision.ts';

/**
 * Reads revisions of a live integration, compared with the ones before in the database: definitions can be long.
 *
 * `where` and what follows it speak of `revisions`.
 */
export function selectRevisions<Content extends 'with definition' | 'without'>(
  { sql }: Transaction,
  content: Content,
  where: postgres.PendingQuery<postgres.Row[]>,
) {
  return sql<(RevisionRow & (Content extends 'with definition' ? { definition: Definition } : object))[]>`
    select revisions.revision, revisions.created_by, revisions.created_at,
           integrations.active_revision is not distinct from revisions.revision as active,
           array(
             select member from jsonb_object_keys(coalesce(previous.definition, '{}') || revisions.definition) as member
             where revisions.definition -> member is distinct from previous.definition -> member order by 1
           ) as changed
           ${content === 'with definition' ? sql`, revisions.definition` : sql``}
    from integration_revisions as revisions
    join integrations on integrations.org_id = revisions.org_id and integrations.id = revisions.integration_id
     and integrations.deleted_at is null
    left join lateral (
      select definition from integration_revisions as earlier
      where earlier.org_id = revisions.org_id and earlier.integration_id = revisions.integration_id
        and earlier.revision < revisions.revision
      order by earlier.revision desc limit 1
    ) as previous on true
    ${where}`;
}

/** The number of a revision as the path has it; 0, which no revision has, for text that is none. */
export function toRevisionNumber(text: string): number {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0;
}
