import { type Client, type Filter, FilterParser } from 'ldapts';
import type { JsonObject } from '../../../core/json.ts';
import type { RecordFinder } from '../../../core/records.ts';
import { withAnyValue } from '../../kit/ldap/filter.ts';
import type { AttributeValue, LdapRead } from '../../kit/ldap/operations.ts';
import { operationTimeoutMs } from '../../kit/ldap/settings.ts';
import { catchFault } from '../shared/catch-fault.ts';
import { runConcurrently } from '../shared/run-concurrently.ts';
import type { LdapContext } from './context.ts';
import { toNameKey, toValues } from './entry.ts';
import { invalidName, noSuchObject } from './ldap-fault.ts';
import { toPage, toSearch } from './search.ts';

/** Values in one filter. */
const valuesMax = 100;

/** Entries that are asked for by their names at a time. */
const concurrency = 8;

/** Finds entries by the values of an attribute, or by their names. @param by An attribute, or `dn`. */
export function createEntryFinder(context: LdapContext, given: LdapRead, by: string): RecordFinder {
  const base = given.base ?? context.settings.baseDn;
  const known = given.attributes;
  const read = by === 'dn' || known === undefined ? given : { ...given, attributes: [...new Set([...known, by])] };

  async function search(place: { base: string; filter: Filter; scope?: 'base' }, signal: AbortSignal) {
    await context.acquirePermit(signal);
    const { base: at, ...asked } = place;
    const outcome = await context.connection.run(
      async (client: Client) => {
        const records: JsonObject[] = [];
        for await (const found of client.searchPaginated(at, { ...toSearch(read), ...asked })) {
          records.push(...(await toPage(client, found, read.format)).records);
        }
        return records;
      },
      { signal, timeoutMs: operationTimeoutMs },
    );
    if (outcome.ok) return outcome.value;
    if (place.scope === 'base' && (outcome.code === noSuchObject || outcome.code === invalidName)) return [];
    throw context.toError('find', outcome.fault);
  }

  async function findNamed(names: readonly string[], signal: AbortSignal): Promise<JsonObject[]> {
    const found: JsonObject[] = [];
    const within = names.filter((name) => isWithin(name, base));
    await runConcurrently(within, concurrency, async (name) => {
      const filter = FilterParser.parseString(read.filter);
      found.push(...(await search({ base: name, filter, scope: 'base' }, signal)));
    });
    return found;
  }

  return {
    async find(values, signal) {
      if (by === 'dn') return findNamed(values, signal);
      const found: JsonObject[] = [];
      const wanted = values.flatMap((value) => toAttributeValues(by, value, read));
      for (let start = 0; start < wanted.length; start += valuesMax) {
        const filter = withAnyValue(read.filter, by, wanted.slice(start, start + valuesMax));
        found.push(...(await search({ base, filter }, signal)));
      }
      return found;
    },
  };
}

/** What is no value of the attribute is that of no entry. */
function toAttributeValues(by: string, value: string, { format }: LdapRead): AttributeValue[] {
  const encoded = catchFault(() => toValues(by, value, format));
  return 'fault' in encoded ? [] : encoded;
}

/** A name outside of the base leads to no entry: entries below the base are asked for. */
function isWithin(name: string, base: string): boolean {
  const [key, end] = [toNameKey(name), toNameKey(base)];
  return key === end || end === '' || key.endsWith(`,${end}`);
}
