/** What the table says of a connector; every connector of the registry has it. */
export interface ListedConnector {
  id: string;
  name: string;
  category: string;
  auth: readonly { id: string }[];
  verification: { level: string };
}

/** The connectors as a table, by category and name. Each links to its page, which links to the vendor's. */
export function renderConnectorsTable(connectors: readonly ListedConnector[]): string {
  const rows = connectors
    .toSorted((a, b) => compare(`${a.category} ${a.name}`, `${b.category} ${b.name}`))
    .map(({ id, name, category, auth, verification }) => {
      const methods = auth.map((method) => `\`${method.id}\``).join(', ');
      return `| [${name}](../../connectors/${id}/README.md) | \`${id}\` | ${category} | ${methods} | ${verification.level} |`;
    });
  return [
    '| system | `service_type` | category | authentication | proof |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

const titles: Readonly<Record<string, string>> = {
  cloud: 'Cloud',
  generic: 'Protocols',
  hr: 'HR',
  identity: 'Identity',
  itsm: 'ITSM',
  network: 'Network',
  security: 'Security',
};

/** The connectors as a list, a line for each category. */
export function renderConnectorsByCategory(connectors: readonly ListedConnector[]): string {
  const categories = Object.entries(Object.groupBy(connectors, ({ category }) => category));
  return categories
    .toSorted(([a], [b]) => compare(a, b))
    .map(([category, members = []]) => {
      const sorted = members.toSorted((a, b) => compare(a.name, b.name));
      const links = sorted.map(({ id, name }) => `[${name}](connectors/${id}/README.md)`).join(', ');
      return `- **${titles[category] ?? category}**: ${links}`;
    })
    .join('\n');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
