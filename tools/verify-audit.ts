import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { errorMessage } from '../core/errors.ts';
import { verifyExport } from '../services/audit-events/verify-export.ts';
import { readPublicKeys } from '../vault/key-files.ts';

/**
 * `node tools/verify-audit.ts --keys PUBLIC_KEY_FILE [--after SEQUENCE:HASH] EXPORT`: proves an export of an audit log.
 *
 * Exits 0 when nothing is wrong with it, 1 when something is, 2 when it cannot be read.
 */
const usage = 'Usage: node tools/verify-audit.ts --keys PUBLIC_KEY_FILE [--after SEQUENCE:HASH] EXPORT';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, after: { type: 'string' } },
  });
  const [file] = positionals;
  if (values.keys === undefined || file === undefined) throw new Error(usage);
  const keys = await readPublicKeys(values.keys);
  const { checkpoint, checked, problems } = await verifyExport({
    // Made when it is walked through: the lines that it gives before are nobody's.
    lines: createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }),
    keys,
    after: readPlace(values.after),
  });
  for (const problem of problems) console.log(JSON.stringify(problem));
  const { organization_id: organization, sequence, hash, sealed_at: sealedAt } = checkpoint;
  const verdict = problems.length === 0 ? 'Proven' : 'NOT proven';
  console.log(`${verdict}: ${checked} events of ${organization} up to ${sequence}:${hash}, sealed at ${sealedAt}.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 2;
}

function readPlace(text: string | undefined): { sequence: number; hash: string } | undefined {
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) throw new Error(usage);
  return { sequence: Number(sequence), hash };
}
