import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Connector } from '../../connectors/kit/connector.ts';
import { replayConnector } from './replay-connector.ts';
import type { ConnectorReport } from './report.ts';

/** What of a folder's `index.json` matters: the addresses that recorded paths begin at. */
const Index = z.object({
  connectors: z.array(z.object({ connector: z.string(), base_urls: z.record(z.string(), z.string()).nullish() })),
});

export interface FolderReport {
  connectors: ConnectorReport[];
  /** Files of vendors that no HTTP connector is for. */
  without_connector: string[];
}

const endings = ['.jsonl.gz', '.jsonl'] as const;

/** Replays every file of a folder, `<connector>.jsonl.gz`, against the connector of its name, one after the other. */
export async function replayFolder(
  folder: string,
  connectors: readonly Connector[],
  only: string | undefined,
): Promise<FolderReport> {
  const relative = listRelative(folder);
  const report: FolderReport = { connectors: [], without_connector: [] };
  for (const file of readdirSync(folder).toSorted()) {
    const ending = endings.find((candidate) => file.endsWith(candidate));
    if (ending === undefined) continue;
    const id = file.slice(0, -ending.length);
    if (only !== undefined && only !== id) continue;
    const connector = connectors.find((candidate) => candidate.id === id);
    if (connector?.transport !== 'http') report.without_connector.push(id);
    else report.connectors.push(await replayConnector(connector, join(folder, file), relative.has(id)));
  }
  return report;
}

/** Connectors whose recorded paths are relative: those with a base address that has a path. */
function listRelative(folder: string): ReadonlySet<string> {
  const path = join(folder, 'index.json');
  if (!existsSync(path)) return new Set();
  const { connectors } = Index.parse(JSON.parse(readFileSync(path, 'utf8')));
  return new Set(
    connectors
      .filter(({ base_urls }) => Object.values(base_urls ?? {}).some((url) => /^https?:\/\/[^/]+\/[^/]/.test(url)))
      .map(({ connector }) => connector),
  );
}
