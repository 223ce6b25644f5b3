import { type Database, withTenant } from '../../drizzle/index.ts';
import type { Rewrapper } from '../../vault/index.ts';
import type { SealedPlace } from './sealed-places.ts';

/** Rows of a table that one transaction looks at. */
const rowsMax = 500;

/** The primary key of a row, as text, without its organization. */
export type RowKey = readonly string[];

export interface WindowOutcome {
  /** The last row that was looked at; absent where there are no more. */
  next: RowKey | undefined;
  /** Values that are sealed to the active key now. */
  rewrapped: number;
  /** Values that an older key still seals: somebody was at them, or the key file does not have their key. */
  left: number;
}

/**
 * Wraps the keys of the next values of an organization again that an older key-encryption key seals. A row that somebody is at is left
 * for the next time, so that nobody waits for this one while it waits; what is replaced meanwhile stays as it was replaced.
 *
 * Safe beside other workers, and when it ends half-way.
 */
export async function rewrapWindow(
  { database, rewrapper }: { database: Database; rewrapper: Rewrapper },
  orgId: string,
  place: SealedPlace,
  after: RowKey | undefined,
): Promise<WindowOutcome> {
  const given = [orgId, ...(after ?? [])];
  return withTenant(database, orgId, async ({ sql }) => {
    const [found] = await sql.unsafe<FoundWindow[]>(toLook(place, after !== undefined), [
      ...given,
      rewrapper.activeKeyId,
    ]);
    if (found === undefined) return { next: undefined, rewrapped: 0, left: 0 };
    const { last, rows, old, heads } = found;
    const next = rows < rowsMax || last === null ? undefined : last;
    if (old === 0) return { next, rewrapped: 0, left: 0 };
    const pairs = await Promise.all(
      heads.map(async (head) => ({
        old: head,
        made: (await rewrapper.rewrap(Buffer.from(head, 'hex')))?.toString('hex'),
      })),
    );
    const known = pairs.filter(({ made }) => made !== undefined);
    const changed = await sql.unsafe<object[]>(toChange(place, after !== undefined), [...given, JSON.stringify(known)]);
    return { next, rewrapped: changed.length, left: old - changed.length };
  });
}

interface FoundWindow {
  last: string[] | null;
  rows: number;
  /** Values that an older key seals, and the heads that they have among them, in hexadecimal. */
  old: number;
  heads: string[];
}

/** The rows behind the last one that was looked at, as `value` with their keys: $1 is the organization, the key follows. */
function toWindow({ table, key, column }: SealedPlace, isBehind: boolean): string {
  const names = Object.keys(key).join(', ');
  const last = Object.values(key).map((type, index) => `$${index + 2}::${type}`);
  const behind = isBehind ? `and (${names}) > (${last.join(', ')})` : '';
  return `select ${names}, ${column} as value from ${table} where org_id = $1 ${behind} order by ${names} limit ${rowsMax}`;
}

/** The parameter behind those of the window. */
function lastOf({ key }: SealedPlace, isBehind: boolean): string {
  return `$${isBehind ? Object.keys(key).length + 2 : 2}`;
}

function toLook(place: SealedPlace, isBehind: boolean): string {
  const names = Object.keys(place.key);
  // In this order: a byte that is not there cannot be read. What the first format seals is bound to its context, and stays.
  return `
    with looked as materialized (
      select *, case when length(value) > 82 and get_byte(value, 0) = 2
        and substr(value, 3, get_byte(value, 1)) <> convert_to(${lastOf(place, isBehind)}, 'UTF8')
        then encode(substr(value, 1, get_byte(value, 1) + 82), 'hex') end as head
      from (${toWindow(place, isBehind)}) as rows
    )
    select
      (select jsonb_build_array(${names.map((name) => `${name}::text`).join(', ')}) from looked
        order by ${names.map((name) => `${name} desc`).join(', ')} limit 1) as last,
      count(*)::int as rows, count(head)::int as old, coalesce(jsonb_agg(distinct head) filter (where head is not null), '[]') as heads
    from looked`;
}

function toChange(place: SealedPlace, isBehind: boolean): string {
  const { table, key, column, keyId } = place;
  const names = Object.keys(key);
  const named =
    keyId === undefined ? '' : `, ${keyId} = convert_from(substr(locked.made, 3, get_byte(locked.made, 1)), 'UTF8')`;
  const isSame = (other: string): string => names.map((name) => `t.${name} = ${other}.${name}`).join(' and ');
  return `
    with heads as materialized (
      select decode(old, 'hex') as old, decode(made, 'hex') as made
      from jsonb_to_recordset(${lastOf(place, isBehind)}::jsonb) as given (old text, made text)
    ),
    locked as materialized (
      select ${names.map((name) => `t.${name}`).join(', ')}, heads.old, heads.made
      from (${toWindow(place, isBehind)}) as looked
      join heads on substr(looked.value, 1, length(heads.old)) = heads.old
      join ${table} as t on t.org_id = $1 and ${isSame('looked')}
      for no key update of t skip locked
    )
    update ${table} as t
    set ${column} = locked.made || substr(t.${column}, length(locked.old) + 1)${named}
    from locked
    where t.org_id = $1 and ${isSame('locked')} and substr(t.${column}, 1, length(locked.old)) = locked.old
    returning 1`;
}
