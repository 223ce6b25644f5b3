import { toId, toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { rewriteSteps } from '../../../flow/rewrite-steps.ts';
import { type LinkingParts, listLinks } from './list-links.ts';

/**
 * Puts ids in the place of the names of other integrations, so that renaming one changes no definition.
 *
 * A name that no integration or more than one has stays, and is refused by `checkLinks`.
 */
export async function nameIntegrationsById<Named extends LinkingParts>(
  tx: Transaction,
  orgId: string,
  definition: Named,
): Promise<Named> {
  const names = listLinks(definition).flatMap(({ other }) =>
    toUuid('integration', other) === undefined ? [other] : [],
  );
  if (names.length === 0) return definition;
  const named = await findNamed(tx, orgId, names);
  const integration = (name: string): string => {
    const [id, ...others] = named.get(name) ?? [];
    return id === undefined || others.length > 0 ? name : id;
  };
  const { triggers, steps } = definition;
  return {
    ...definition,
    ...(triggers && {
      triggers: triggers.map((trigger) =>
        trigger.type === 'after' ? { ...trigger, integration_id: integration(trigger.integration_id) } : trigger,
      ),
    }),
    ...(steps && { steps: rewriteSteps(steps, { integration }) }),
  };
}

/** Ids of the live integrations that have one of some names, in the order of their creation. */
export async function findNamed(
  { sql }: Transaction,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from integrations
    where org_id = ${orgId} and deleted_at is null and name = any(${[...new Set(names)]}::text[]) order by id`;
  const found = new Map<string, string[]>();
  for (const { id, name } of rows) found.set(name, [...(found.get(name) ?? []), toId('integration', id)]);
  return found;
}
