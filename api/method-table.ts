/** Which methods an address supports; asked only where a request found no handler. */
export interface MethodTable {
  add(path: string, method: string): void;
  /** @returns the methods in the form of an `Allow` header; none for an unknown address. */
  find(path: string): string[];
}

export function createMethodTable(): MethodTable {
  const rows = new Map<string, { pattern: RegExp; holes: number; methods: Set<string> }>();
  return {
    add: (path, method) => {
      const row = rows.get(path) ?? {
        pattern: toPattern(path),
        holes: path.split(':').length - 1,
        methods: new Set<string>(),
      };
      row.methods.add(method.toUpperCase());
      if (method === 'get') row.methods.add('HEAD');
      rows.set(path, row);
    },
    find: (path) => {
      const matching = [...rows.values()].filter(({ pattern }) => pattern.test(path));
      // `/connections/test` is an address of its own, and not a connection called `test`.
      const holesMin = Math.min(...matching.map(({ holes }) => holes));
      const found = matching.filter(({ holes }) => holes === holesMin);
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
    },
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);
}
