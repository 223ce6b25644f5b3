import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import type { CliContext } from '../context.ts';

/** Reads a secret: asked for without echo on a terminal, otherwise the first line of standard input. */
export async function askSecret(context: CliContext, question: string): Promise<string> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY !== true) return ((await readAll(stdin)).split('\n')[0] ?? '').trim();
  // What is typed goes through a terminal of readline's own, which shows it to nobody. It listens before it asks.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  const interrupted = once(lines, 'SIGINT', { signal }).then(() => {
    throw new Error('Nothing was entered.');
  });
  try {
    const answer = lines.question('', { signal });
    stderr.write(question);
    return (await Promise.race([answer, interrupted])).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
