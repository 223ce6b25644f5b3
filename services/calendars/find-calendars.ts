import type { FieldError } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { StateName } from '../../flow/compile/states.ts';
import type { Definition } from '../../flow/definition.ts';
import { listCalendarUses } from '../../flow/windows.ts';
import { findCalendarsNamed } from './name-calendars-by-id.ts';

/**
 * Finds the calendars that a definition names; they stay locked against deletion for the rest of the transaction.
 *
 * @param states Those that its conditions read: what is wrong with them is found elsewhere.
 * @returns their UUIDs. What names none that is there is added to `problems`.
 */
export async function findCalendars(
  tx: Transaction,
  orgId: string,
  { definition, states }: { definition: Definition; states: readonly StateName[] },
  problems: FieldError[],
): Promise<string[]> {
  const uses = listCalendarUses(definition);
  const read = states.flatMap(({ kind, name }) => (kind === 'calendars' ? [name] : []));
  if (uses.length + read.length === 0) return [];
  const uuids = [...uses.map(({ calendar }) => calendar), ...read].flatMap((one) => toUuid('calendar', one) ?? []);
  const found = await tx.sql<{ id: string }[]>`
    select id from calendars where org_id = ${orgId} and (id = any(${uuids}::uuid[]) or name = any(${read}::text[]))
    order by id for key share`;
  const ids = new Set(found.map(({ id }) => id));
  const unknown = uses.filter(({ calendar }) => !ids.has(toUuid('calendar', calendar) ?? ''));
  if (unknown.length > 0) {
    const named = await findCalendarsNamed(
      tx,
      orgId,
      unknown.map(({ calendar }) => calendar),
    );
    for (const { path, calendar } of unknown) {
      const allowed = named.get(calendar) ?? [];
      problems.push(
        allowed.length > 1
          ? { path, code: 'unknown_calendar', message: messages.calendarAmbiguous({ count: allowed.length }), allowed }
          : { path, code: 'unknown_calendar', message: messages.calendarUnknown({ name: calendar }) },
      );
    }
  }
  return [...ids];
}
