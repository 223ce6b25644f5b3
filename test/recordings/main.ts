/**
 * Replays recorded vendor traffic against the connectors and says what they make of it.
 *
 * `npm run recordings -- DIR [--json] [--write] [--connector ID]`. DIR holds `<connector>.jsonl.gz`, one exchange a line, and
 * `index.json`. Exits 1 where it finds faults, or where less is replayed than `recordings.json` of the connector says; 2 when
 * nothing could be replayed. `--write` keeps the counts as the new measure.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { listConnectors } from '../../connectors/registry.ts';
import { compareCounts, loadRecordings, recordingsPath } from '../../tools/matrix/recordings.ts';
import { replayFolder } from './replay-folder.ts';
import { isClean, renderReports, toCounts } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    connector: { type: 'string' },
  },
});
const [folder] = positionals;

if (folder === undefined) {
  console.error('Name the folder of the recordings: npm run recordings -- DIR [--json] [--connector ID]');
  process.exitCode = 2;
} else {
  const report = await replayFolder(folder, listConnectors(), values.connector);
  console.log(values.json ? JSON.stringify(report, undefined, 2) : renderReports(report.connectors));
  const losses = report.connectors.flatMap((one) => {
    const before = loadRecordings(one.connector);
    return before === undefined ? [] : compareCounts(one.connector, before, toCounts(one));
  });
  for (const loss of losses) console.error(loss);
  if (values.write) {
    for (const one of report.connectors) {
      await writeFile(recordingsPath(one.connector), `${JSON.stringify(toCounts(one), null, 2)}\n`);
    }
  }
  if (report.connectors.length === 0) {
    console.error('No file of this folder belongs to a connector.');
    process.exitCode = 2;
  } else if (!report.connectors.every(isClean) || (losses.length > 0 && !values.write)) process.exitCode = 1;
}
