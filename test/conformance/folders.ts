import { readdirSync } from 'node:fs';

export const connectorsDir = new URL('../../connectors/', import.meta.url);

/** Names of the folders of connectors. */
export function listConnectorFolders(): string[] {
  return readdirSync(connectorsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kit' && entry.name !== 'drivers')
    .map(({ name }) => name);
}
