import { readFile } from 'node:fs/promises';
import type { Connector } from '../../connectors/kit/connector.ts';
import { type Contract, contractUrl, loadContract, renderContract } from '../contract/contract.ts';
import type { Collection } from './collection.ts';
import { sliceConnector } from './slice-connector.ts';

/**
 * Says how a connector's contract differs from what the descriptions at hand give now, or that it is missing. What it has of
 * collections that are not at hand is taken as it is.
 *
 * @returns `undefined` where it is the same.
 */
export async function findDrift(connector: Connector, collection: Collection): Promise<string | undefined> {
  const { id } = connector;
  const contract = loadContract(id);
  const slice = connector.transport === 'http' ? await sliceConnector(connector, collection, contract) : undefined;
  const stored = await readFile(contractUrl(id), 'utf8').catch(() => undefined);
  const text = slice === undefined ? undefined : renderContract(slice.contract);
  return text === stored ? undefined : `${id}: ${sayDrift(id, contract, slice?.contract)}`;
}

function sayDrift(id: string, stored: Contract | undefined, cut: Contract | undefined): string {
  const again = `run \`npm run slice -- ${id}\``;
  if (cut === undefined) return 'has a contract, and no description that it comes from.';
  if (stored === undefined) return `has a description, and no contract: ${again}.`;
  const parts = ['operations', 'schemas', 'uses', 'types'] as const;
  const names = parts.flatMap((part) => {
    const now: Readonly<Record<string, unknown>> = cut[part] ?? {};
    const before: Readonly<Record<string, unknown>> = stored[part] ?? {};
    const all = [...new Set([...Object.keys(now), ...Object.keys(before)])];
    return all.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  });
  return `${names.length} parts of its contract differ (${names.slice(0, 5).join(', ')}): ${again}.`;
}
