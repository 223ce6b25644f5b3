import type { Connector, ConnectorSummary } from '../../../client/operations.data.ts';
import { choose } from '../read-filters.ts';

/** Kinds of systems, in the order in which they are shown. */
export const categories = [
  ['identity', 'Identity'],
  ['hr', 'People and HR'],
  ['security', 'Security'],
  ['itsm', 'Service management'],
  ['cloud', 'Cloud'],
  ['network', 'Network'],
  ['generic', 'Any system, by its protocol'],
] as const satisfies readonly (readonly [ConnectorSummary['category'], string])[];

/** How well connectors are proven, the best first. */
export const levels = [
  ['proven', 'Proven'],
  ['verified', 'Verified'],
  ['described', 'Described'],
  ['documented', 'Documented'],
] as const satisfies readonly (readonly [ConnectorSummary['verification']['level'], string])[];

/** What each level says of a connector. */
export const levelNotes: Readonly<Record<ConnectorSummary['verification']['level'], string>> = {
  proven:
    'Every operation passes the contract tests against a description of the vendor, and every fact about its data that matters is known.',
  verified: 'Every operation passes the contract tests against a description that the vendor published.',
  described: 'Some operations pass the contract tests, or the description comes from a third party.',
  documented: 'It is written from documentation. Protocols such as SQL and LDAP are tested against real servers.',
};

export interface CatalogueSearch {
  q?: string | undefined;
  category?: string | undefined;
  level?: string | undefined;
}

/** The connectors that fit: each word somewhere in id, name, maker or what it is about; by name. */
export function filterConnectors<Summary extends ConnectorSummary>(
  connectors: readonly Summary[],
  { q = '', category, level }: CatalogueSearch,
): Summary[] {
  const words = q.toLowerCase().split(/\s+/);
  const [wantedCategory, wantedLevel] = [choose(categories, category), choose(levels, level)];
  const fitting = connectors.filter((one) => {
    const text = [one.id, one.name, one.vendor, one.category, ...one.tags].join(' ').toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (wantedCategory === undefined || one.category === wantedCategory) &&
      (wantedLevel === undefined || one.verification.level === wantedLevel)
    );
  });
  return fitting.toSorted((one, other) => one.name.localeCompare(other.name));
}

type Operation = Connector['objects'][number]['operations'][number];

const kinds: Readonly<Record<string, string>> = { list: 'read', get: 'look up', find: 'find' };

/** What can be done with an object, in words: `read (changes only), create, update`. */
export function describeOperations(operations: readonly Operation[]): string {
  const words = operations.map(({ id, incremental }) => {
    const word = kinds[id] ?? id.replaceAll('_', ' ');
    return incremental ? `${word} (changes only)` : word;
  });
  return [...new Set(words)].join(', ');
}
