import { readFile } from 'node:fs/promises';
import { listConnectors } from '../../connectors/registry.ts';
import { contractUrl, loadContract, renderContract } from '../contract/contract.ts';
import type { Collection } from './collection.ts';
import { sliceConnector } from './slice-connector.ts';

/** Says which contracts are not what the collection's descriptions give now, and which are missing. */
export async function findDrift(collection: Collection): Promise<string[]> {
  const problems: string[] = [];
  for (const connector of listConnectors()) {
    const slice = connector.transport === 'http' ? await sliceConnector(connector, collection) : undefined;
    const stored = await readFile(contractUrl(connector.id), 'utf8').catch(() => undefined);
    const text = slice === undefined ? undefined : renderContract(slice.contract);
    if (text !== stored) problems.push(`${connector.id}: ${sayDrift(connector.id, slice?.contract)}`);
  }
  return problems;
}

function sayDrift(id: string, cut: ReturnType<typeof loadContract>): string {
  const stored = loadContract(id);
  const again = `run \`npm run slice -- ${id}\``;
  if (cut === undefined) return 'has a contract, and no description that it comes from.';
  if (stored === undefined) return `has a description, and no contract: ${again}.`;
  const parts = ['operations', 'schemas', 'uses'] as const;
  const names = parts.flatMap((part) =>
    [...new Set([...Object.keys(cut[part]), ...Object.keys(stored[part])])].filter(
      (name) => JSON.stringify(cut[part][name]) !== JSON.stringify(stored[part][name]),
    ),
  );
  return `${names.length} parts of its contract differ (${names.slice(0, 5).join(', ')}): ${again}.`;
}
