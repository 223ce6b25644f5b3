import { parentPort } from 'node:worker_threads';
import { draftDefinition } from './draft-definition.ts';
import type { DraftMessage, DraftOrder, DraftOutcome } from './draft-apart.ts';
import { readDocument } from './read-document.ts';

/** The thread of `draftApart`: says that it has begun, drafts from one document, says what came of it, and ends. */
if (parentPort === null) throw new Error('This is a thread of draft-apart.ts.');
const port = parentPort;
port.once('message', (order: DraftOrder) => port.postMessage(carryOut(order)));
port.postMessage('started' satisfies DraftMessage);

function carryOut({ text, wishes }: DraftOrder): DraftOutcome {
  const read = readDocument(text);
  if ('fault' in read) return read;
  const drafted = draftDefinition(read.document, wishes);
  if (drafted === undefined) return { fault: 'empty' };
  return 'strange' in drafted ? drafted : { drafted };
}
