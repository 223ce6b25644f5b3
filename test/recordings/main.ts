/**
 * Replays recorded vendor traffic against the connectors and says what they make of it.
 *
 * `npm run recordings -- DIR [--json] [--connector ID]`. DIR holds `<connector>.jsonl.gz`, one exchange a line, and
 * `index.json`. Exits 1 on parse failures, lost or doubled records and misread errors, 2 when nothing could be replayed.
 */
import { parseArgs } from 'node:util';
import { listConnectors } from '../../connectors/registry.ts';
import { replayFolder } from './replay-folder.ts';
import { isClean, renderReports } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, connector: { type: 'string' } },
});
const [folder] = positionals;

if (folder === undefined) {
  console.error('Name the folder of the recordings: npm run recordings -- DIR [--json] [--connector ID]');
  process.exitCode = 2;
} else {
  const report = await replayFolder(folder, listConnectors(), values.connector);
  console.log(values.json ? JSON.stringify(report, undefined, 2) : renderReports(report.connectors));
  if (report.connectors.length === 0) {
    console.error('No file of this folder belongs to a connector.');
    process.exitCode = 2;
  } else if (!report.connectors.every(isClean)) process.exitCode = 1;
}
