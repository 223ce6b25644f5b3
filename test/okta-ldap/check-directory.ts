import type { Client } from 'ldapts';
import { toExpectedEntry } from './okta-users.ts';

/** How a directory differs from what the users must have become. */
export interface DirectoryCheck {
  lost: number;
  /** Entries that are nobody's, or somebody's once more. */
  surplus: number;
  different: number;
  /** Of each entry the stamp of its last change, in one order. */
  changes: string[];
}

const attributes = Object.keys({ ...toExpectedEntry(1) });

/** Compares every entry below a base with the users, field by field. */
export async function checkDirectory(admin: Client, base: string, users: number): Promise<DirectoryCheck> {
  const { searchEntries } = await admin.search(base, {
    scope: 'one',
    attributes: [...attributes, 'entryCSN'],
    paged: { pageSize: 500 },
  });
  const entries = searchEntries.map((entry) => new Map(attributes.map((name) => [name, toValues(entry[name])])));
  const byUid = new Map(entries.map((entry) => [entry.get('uid')?.join(), entry]));
  const expected = Array.from({ length: users }, (_, n) => toExpectedEntry(n));
  const found = expected.filter(({ uid }) => byUid.has(uid));
  const different = found.filter((user) =>
    attributes.some(
      (name) => JSON.stringify(byUid.get(user['uid'])?.get(name)) !== JSON.stringify(toValues(user[name])),
    ),
  );
  return {
    lost: users - found.length,
    surplus: searchEntries.length - found.length,
    different: different.length,
    changes: searchEntries.map((entry) => `${entry.dn} ${toValues(entry['entryCSN']).join()}`).toSorted(),
  };
}

/** Attributes without a value are asked for in vain, and come as empty lists. */
function toValues(value: unknown): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
