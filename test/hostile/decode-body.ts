/** Decodes one body, and says what became of it: `node test/hostile/decode-body.ts NAME`. */
import { decodeBody } from '../../connectors/drivers/shared/decode/body.ts';
import { catchFault } from '../../connectors/drivers/shared/catch-fault.ts';
import { hostileBodies, ordinaryBody } from './bodies.ts';

const { text, format } = hostileBodies[process.argv[2] ?? ''] ?? ordinaryBody;
const bytes = Buffer.from(text());
const decoded = catchFault(() => decodeBody(bytes, format));
const outcome = 'fault' in decoded ? { refused: decoded.fault } : { records: decoded.records.length };
process.stdout.write(JSON.stringify(outcome));
