/**
 * Decodes one body, and says what became of it: `node test/hostile/decode-body.ts NAME [MEGABYTES]`. With megabytes: while the
 * process holds that much, and once it does not.
 */
import { decodeBody } from '../../connectors/drivers/shared/decode/body.ts';
import { catchFault } from '../../connectors/drivers/shared/catch-fault.ts';
import { hostileBodies, ordinaryBody } from './bodies.ts';

const [, , name = '', megabytes] = process.argv;
const { text, format } = hostileBodies[name] ?? ordinaryBody;
const bytes = Buffer.from(text());

function decode(): object {
  const decoded = catchFault(() => decodeBody(bytes, format));
  return 'fault' in decoded ? { refused: decoded.fault } : { records: decoded.records.length };
}

function decodeBeside(count: number): object {
  const held = Array.from({ length: count }, () => Array.from<number>({ length: 131_072 }).fill(0.5));
  return { beside: decode(), held: held.length };
}

/** What is held no more counts until it is collected, as a process at rest does (`core/collect-at-rest.ts`). */
function decodeAfter(): object {
  globalThis.gc?.({ type: 'major', execution: 'sync' });
  return { after: decode() };
}

const outcome = megabytes === undefined ? decode() : { ...decodeBeside(Number(megabytes)), ...decodeAfter() };
process.stdout.write(JSON.stringify(outcome));
