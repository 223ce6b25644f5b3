import { HubError } from '../../../core/errors.ts';
import { toId, toUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { lockLinks } from './check-links.ts';
import { type LinkingParts, listLinks } from './list-links.ts';

/** A response names at most this many of the integrations that prevent it. */
const namedMax = 10;

/** Lets the stored links of an integration be those of a definition that was checked. None: it is deleted. */
export async function storeLinks(
  { sql }: Transaction,
  { orgId, integrationId }: { orgId: string; integrationId: string },
  definition: LinkingParts,
): Promise<void> {
  const links = listLinks(definition);
  await sql`delete from integration_links where org_id = ${orgId} and integration_id = ${integrationId}`;
  if (links.length === 0) return;
  await sql`
    insert into integration_links (org_id, integration_id, kind, name, other_id, outcomes)
    select ${orgId}, ${integrationId}, kind, name, other_id, string_to_array(outcomes, ' ')
    from unnest(${links.map(({ kind }) => kind)}::text[], ${links.map(({ name }) => name)}::text[],
      ${links.map(({ other }) => toUuid('integration', other) ?? null)}::uuid[],
      ${links.map(({ outcomes }) => outcomes.join(' '))}::text[]) as given (kind, name, other_id, outcomes)`;
}

/**
 * Lets an integration be deleted only where no other one names it.
 *
 * @throws {HubError} `resource_in_use`, naming those that do.
 */
export async function requireUnlinked(tx: Transaction, orgId: string, integrationId: string): Promise<void> {
  await lockLinks(tx, orgId);
  const linked = await tx.sql<{ id: string }[]>`
    select distinct integration_id as id from integration_links
    where org_id = ${orgId} and other_id = ${integrationId} order by 1 limit ${namedMax}`;
  if (linked.length === 0) return;
  throw new HubError('resource_in_use', messages.integrationInUse, {
    details: { integrations: linked.map(({ id }) => toId('integration', id)) },
  });
}
