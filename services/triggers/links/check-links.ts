import type { FieldError } from '../../../core/errors.ts';
import { toUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { suggest } from '../../../core/names/suggest.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { type Link, listLinks } from './list-links.ts';
import { findNamed } from './name-integrations-by-id.ts';

/** Names that are looked through for the one that was probably meant. */
const namesMax = 1000;

/**
 * Takes the lock under which the links of an organization change, for the rest of the transaction: of two that would make a
 * cycle together, or name what is being deleted, one comes second and sees the other. Take it behind the lock of an integration.
 */
export async function lockLinks({ sql }: Transaction, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links|${orgId}`}, 0))`;
}

/**
 * Checks that the other integrations that a definition names are there, and that none of its runs would come to start itself.
 *
 * @param id UUID of the integration; absent for one that is new, which no other names.
 */
export async function checkLinks(
  tx: Transaction,
  orgId: string,
  id: string | undefined,
  definition: Definition,
): Promise<FieldError[]> {
  const links = listLinks(definition);
  if (links.length === 0) return [];
  await lockLinks(tx, orgId);
  const ids = links.flatMap(({ other }) => toUuid('integration', other) ?? []);
  const there = await tx.sql<{ id: string }[]>`
    select id from integrations where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null`;
  const known = new Set(there.map((row) => row.id));
  const problems: FieldError[] = [];
  for (const link of links) {
    const other = toUuid('integration', link.other);
    const problem =
      other === undefined || !known.has(other)
        ? await describeUnknown(tx, orgId, link)
        : id === undefined || link.kind === 'event'
          ? undefined
          : await findCycle(tx, orgId, { id, other, link });
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

async function describeUnknown(tx: Transaction, orgId: string, { at, other }: Link): Promise<FieldError> {
  const code = 'unknown_integration';
  if (toUuid('integration', other) !== undefined) return { path: at, code, message: messages.integrationIdUnknown };
  const allowed = (await findNamed(tx, orgId, [other])).get(other);
  if (allowed !== undefined) {
    return { path: at, code, message: messages.integrationNameAmbiguous({ count: allowed.length }), allowed };
  }
  const names = await tx.sql<{ name: string }[]>`
    select name from integrations where org_id = ${orgId} and deleted_at is null order by id desc limit ${namesMax}`;
  const meant = suggest(
    other,
    names.map(({ name }) => name),
  );
  return { path: at, code, message: messages.integrationNameUnknown({ name: other, meant }) };
}

/** The way from one end of a link to its other end over those that are stored: with the link, it is a cycle. */
async function findCycle(
  { sql }: Transaction,
  orgId: string,
  { id, other, link }: { id: string; other: string; link: Link },
): Promise<FieldError | undefined> {
  // Who is started, and who starts it.
  const [from, to] = link.kind === 'after' ? [id, other] : [other, id];
  const edges = await sql<{ starter: string; started: string }[]>`
    with recursive edge as (
      select case when kind = 'after' then other_id else integration_id end as starter,
        case when kind = 'after' then integration_id else other_id end as started
      from integration_links where org_id = ${orgId} and integration_id <> ${id} and kind <> 'event'
    ),
    reached as (
      select ${from}::uuid as id
      union
      select edge.started from reached join edge on edge.starter = reached.id
    )
    select edge.starter, edge.started from edge join reached on reached.id = edge.starter`;
  const way = findWay(edges, from, to);
  if (way === undefined) return undefined;
  const names = await sql<{ id: string; name: string }[]>`
    select id, name from integrations where org_id = ${orgId} and id = any(${way}::uuid[])`;
  const nameOf = new Map(names.map((row) => [row.id, row.name]));
  const cycle = [...way, from].map((one) => `"${nameOf.get(one) ?? one}"`).join(' → ');
  return { path: link.at, code: 'cycle', message: messages.integrationsInCycle({ cycle }) };
}

/** The shortest way along edges; `undefined` where there is none. */
function findWay(
  edges: readonly { starter: string; started: string }[],
  from: string,
  to: string,
): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const at of cameFrom.keys()) {
    if (at === to) {
      const way: string[] = [];
      for (let step: string | undefined = to; step !== undefined; step = cameFrom.get(step)) way.unshift(step);
      return way;
    }
    for (const { starter, started } of edges) if (starter === at && !cameFrom.has(started)) cameFrom.set(started, at);
  }
  return undefined;
}
