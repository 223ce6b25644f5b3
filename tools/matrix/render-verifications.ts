import type { Verification } from '../../connectors/kit/catalogue-entry.ts';

/** Renders the file that the registry reads the levels from. */
export function renderVerifications(found: Readonly<Record<string, Verification>>): string {
  return `import type { Verification } from './kit/catalogue-entry.ts';

/** What the contract suite found of each connector. Generated: \`npm run connectors:matrix -- --write\`. */
export const verifications: Readonly<Record<string, Verification>> = ${JSON.stringify(found, null, 2)};
`;
}
