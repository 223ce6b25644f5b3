import { listInlineCode, type Page, readProse } from './pages.ts';

/** An operation that is served. Parameters of the path stand as `:name`. */
export interface Served {
  method: string;
  path: string;
}

/** An operation that a page names. */
export interface NamedOperation {
  /** Absent where only the address is named. */
  method: string | undefined;
  /** As it is written: `/runs/{id}`, `…/deliveries`. */
  path: string;
}

const methods = 'GET|POST|PUT|PATCH|DELETE';

/** Lists `GET /runs/{id}` in sentences and tables, and addresses that stand alone: `/health/ready`. */
export function listOperations(page: Page): NamedOperation[] {
  const named = [...readProse(page).matchAll(new RegExp(`\\b(${methods}) ([/…][^\\s\`|'",;)]*)`, 'g'))];
  const alone = listInlineCode(page).filter((code) => /^\/[a-z.]/.test(code));
  return [
    ...named.map(([, method, path = '']) => ({ method, path })),
    ...alone.map((path) => ({ method: undefined, path })),
  ];
}

/** True for an operation that is not served. An address alone may be the beginning of others: `/token-issuers`. */
export function isUnknownOperation({ method, path }: NamedOperation, served: readonly Served[]): boolean {
  const wanted = plain(path.replace(/\?.*$|\.$/, ''));
  return !served.some((one) => {
    if (method !== undefined && one.method !== method && one.method !== 'ALL') return false;
    const offered = plain(one.path);
    if (wanted.startsWith('…')) return offered.endsWith(wanted.slice(1));
    if (offered === wanted || offered === `/v1${wanted}`) return true;
    return method === undefined && (offered.startsWith(`${wanted}/`) || offered.startsWith(`/v1${wanted}/`));
  });
}

/** Whatever a parameter is called, it is one. */
function plain(path: string): string {
  return path.replaceAll(/\{\w+\}|:\w+|\$\w+|\b[A-Z]{2,}\b/g, '*').replace(/(.)\/$/, '$1');
}

/** Lists names in capitals with an underscore, without those that the page itself gives a value, or a reader's file names. */
export function listVariables(page: Page): string[] {
  const shells = page.fences.filter(({ language }) => language !== 'mermaid').map(({ text }) => text);
  const code = [...listInlineCode(page), ...shells].join('\n');
  const named = code.match(/(?<![\w-])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
  const own = new RegExp(String.raw`(?:^|[\s;])(\w+)=\$\(|(?:!secret |\$secret: |"\$secret": "|env:)(\w+)`, 'gm');
  const owned = new Set([...code.matchAll(own)].map(([, set, read]) => set ?? read));
  return [...new Set(named)].filter((name) => !owned.has(name));
}
