import { errorMessage } from '../core/errors.ts';
import { createFrameReader, encodeFrame } from './frames.ts';
import { job as jobShape, type Message } from './protocol.ts';
import { startThreads } from './threads.ts';

/**
 * The sandbox process: jobs come as frames on standard input, their ends go as frames to standard output.
 *
 * Ends when its input does: with whoever started it, however that ends. Its argument is the number of threads.
 */
const beatMs = 1000;

// Signals to the process group of the owner are the owner's: it may still have batches to finish.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.once('close', () => process.exit());
process.stdout.once('error', () => process.exit());

try {
  const threads = await startThreads(Number(process.argv[2]));
  const read = createFrameReader(({ header, body }) => {
    const job = jobShape.parse(header);
    void threads.run(job, body).then((outcome) => {
      send({ kind: 'result', id: job.id, result: outcome.result }, outcome.body);
    });
  });
  await threads.ready;
  process.stdin.on('data', read);
  setInterval(() => send({ kind: 'beat' }), beatMs).unref();
  send({ kind: 'ready' });
} catch (error) {
  process.stderr.write(`The sandbox for scripts cannot go on: ${errorMessage(error)}\n`);
  process.exit(1);
}

function send(message: Message, body?: Uint8Array): void {
  for (const part of encodeFrame(message, body)) process.stdout.write(part);
}
