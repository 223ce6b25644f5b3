import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import type { CliContext } from './context.ts';

/** Reads a secret: asked for without echo on a terminal, otherwise the first line of standard input. */
export async function askSecret(context: CliContext, question: string): Promise<string> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY !== true) return ((await readAll(stdin)).split('\n')[0] ?? '').trim();
  stderr.write(question);
  // What is typed goes through a terminal of readline's own, which shows it to nobody.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  const interrupted = once(lines, 'SIGINT', { signal }).then(() => {
    throw new Error('Nothing was entered.');
  });
  try {
    return (await Promise.race([lines.question('', { signal }), interrupted])).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
