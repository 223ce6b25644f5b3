import type { Client, Entry } from 'ldapts';
import { FaultError } from '../../kit/fault.ts';

/** Answers that one attribute may take; at 1,500 values each, far more than any group has. */
const answersMax = 5000;

const ranged = /^([^;]+);range=\d+-(\d+|\*)$/i;

/** Asks for an entry with one attribute, such as `member;range=1500-*`. */
type Fetch = (dn: string, attribute: string) => Promise<Entry | undefined>;

/**
 * Completes attributes of which a directory returned only a first range of values, as Active Directory does above
 * 1,500.
 *
 * @throws {FaultError} `schema_drift` when ranges do not end.
 * @see https://learn.microsoft.com/windows/win32/ad/attribute-range-retrieval
 */
export async function completeRanges(given: Entry, fetch: Fetch): Promise<Entry> {
  const entry: Entry = { dn: given.dn };
  for (const [name, value] of Object.entries(given)) {
    const attribute = ranged.exec(name)?.[1];
    // The plain attribute may be present and empty beside its range.
    if (attribute !== undefined) entry[attribute] = await readRanges(given, name, fetch);
    else if (!(name in entry)) entry[name] = value;
  }
  return entry;
}

async function readRanges(given: Entry, firstName: string, fetch: Fetch): Promise<string[]> {
  const values: string[] = [];
  let [entry, name]: [Entry | undefined, string | undefined] = [given, firstName];
  for (let answer = 0; answer < answersMax; answer += 1) {
    if (entry === undefined || name === undefined) break;
    values.push(...toTexts(entry[name]));
    const [, attribute = '', end = '*']: string[] = ranged.exec(name) ?? [];
    if (end === '*') return values;
    entry = await fetch(given.dn, `${attribute};range=${Number(end) + 1}-*`);
    name = Object.keys(entry ?? {}).find((candidate) => ranged.exec(candidate)?.[1] === attribute);
  }
  throw new FaultError({ kind: 'schema_drift', message: 'The directory returns an endless list of values.' });
}

/** What comes in ranges are names of entries, which are texts. */
function toTexts(value: Entry[string] | undefined): string[] {
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return values.map((item) => item.toString());
}

/** The same for the entries of an answer, asking the directory that gave it. */
export async function completeEntries(client: Client, entries: readonly Entry[]): Promise<Entry[]> {
  const completed: Entry[] = [];
  for (const entry of entries) {
    const isWhole = !Object.keys(entry).some((name) => ranged.test(name));
    completed.push(isWhole ? entry : await completeRanges(entry, (dn, attribute) => fetchOne(client, dn, attribute)));
  }
  return completed;
}

async function fetchOne(client: Client, dn: string, attribute: string): Promise<Entry | undefined> {
  const { searchEntries } = await client.search(dn, { scope: 'base', attributes: [attribute] });
  return searchEntries[0];
}
