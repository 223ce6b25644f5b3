/** What of an address filters a page: texts only, and nothing that the page does not know. */
export function readFilters<Name extends string>(
  names: readonly Name[],
): (search: Record<string, unknown>) => { [Filter in Name]?: string } {
  return (search) => {
    const found: { [Filter in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') found[name] = value;
    }
    return found;
  };
}

/** A filter with its words, if it is one of those that are known: an address may say anything. */
export function choose<Value extends string>(
  options: readonly (readonly [value: Value, words: string])[],
  wanted: string | undefined,
): Value | undefined {
  return options.find(([value]) => value === wanted)?.[0];
}

type Set<Filters> = { [Name in keyof Filters]?: Exclude<Filters[Name], undefined> };

/** Leaves out what is not set, since the client tells an absent filter from an undefined one. */
export function pickSet<Filters extends object>(filters: Filters): Set<Filters> {
  const set: Set<Filters> = {};
  for (const name in filters) {
    const value = filters[name];
    if (isSet(value)) set[name] = value;
  }
  return set;
}

function isSet<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
