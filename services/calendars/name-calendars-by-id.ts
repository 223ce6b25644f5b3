import { toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { listCalendarUses, renameCalendars } from '../../flow/windows.ts';

/**
 * Puts ids in the place of the names of calendars, so that renaming one changes no definition.
 *
 * A name that no calendar or more than one has stays, and is refused by `findCalendars`.
 */
export async function nameCalendarsById<Named extends Partial<Definition>>(
  tx: Transaction,
  orgId: string,
  definition: Named,
): Promise<Named> {
  const names = listCalendarUses(definition).flatMap(({ calendar }) =>
    toUuid('calendar', calendar) === undefined ? [calendar] : [],
  );
  if (names.length === 0) return definition;
  const named = await findCalendarsNamed(tx, orgId, names);
  return renameCalendars(definition, (name) => {
    const [id, ...others] = named.get(name) ?? [];
    return id === undefined || others.length > 0 ? name : id;
  });
}

/** Finds the ids of the calendars that have one of some names, in the order of their creation. */
export async function findCalendarsNamed(
  { sql }: Transaction,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from calendars where org_id = ${orgId} and name = any(${[...new Set(names)]}::text[]) order by id`;
  const found = new Map<string, string[]>();
  for (const { id, name } of rows) found.set(name, [...(found.get(name) ?? []), toId('calendar', id)]);
  return found;
}
