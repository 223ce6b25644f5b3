import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { replayFolder } from './replay-folder.ts';
import type { ConnectorReport } from './report.ts';

/** What a test's own vendor would have said, in the format of recordings. */
export interface Exchange {
  method?: string;
  path: string;
  path_template?: string;
  query?: Record<string, string>;
  request_body?: unknown;
  status?: number;
  headers?: Record<string, string>;
  response_body?: unknown;
  flow?: string;
}

/** Replays exchanges of the vendor `acme` against its connector. */
export async function replayExchanges(
  connector: HttpConnector,
  exchanges: readonly Exchange[],
  baseUrl?: string,
): Promise<ConnectorReport> {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  try {
    const lines = exchanges.map((exchange, seq) =>
      JSON.stringify({
        id: `i-${seq}`,
        source: 'test',
        path_in_repo: 'a.json',
        method: 'GET',
        path_template: exchange.path,
        status: 200,
        headers: { 'content-type': 'application/json' },
        flow: 'one',
        seq,
        ...exchange,
      }),
    );
    writeFileSync(join(folder, 'acme.jsonl.gz'), gzipSync(lines.join('\n')));
    const base_urls = { acme: baseUrl ?? 'https://{tenant}.acme.example' };
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ connectors: [{ connector: 'acme', base_urls }] }));
    const { connectors } = await replayFolder(folder, [connector], undefined);
    const [report] = connectors;
    if (report === undefined) throw new Error('The file was not replayed.');
    return report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
