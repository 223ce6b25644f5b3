import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Plant } from './planted-faults.ts';

/** Sources and targets over HTTP, and what the experimenter may do to them. */
export interface World {
  port: number;
  url: string;
  setSource(flow: string, records: readonly object[]): Promise<void>;
  /** How many records a page has, and how long answers take at most. */
  setPace(flow: string, pace: { page_size?: number; page_ms?: number; answer_ms?: number }): Promise<void>;
  /** Lets in only these. */
  setTokens(flow: string, tokens: readonly string[]): Promise<void>;
  /** The next writes to a flow's target are carried out and not answered. */
  loseAnswers(flow: string, count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `world-server.ts` in a process of its own. */
export async function startWorld(journalFile: string, plant?: Plant): Promise<World> {
  const script = fileURLToPath(new URL('./world-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, journalFile, ...(plant === undefined ? [] : [plant])], {
    // It ends when nobody holds its standard input any more.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const port = z.coerce.number().parse(line);
  const url = `http://127.0.0.1:${port}`;
  const set = async (body: object): Promise<void> => {
    const response = await fetch(`${url}/control/set`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The world answered ${response.status}.`);
    await response.body?.cancel();
  };
  return {
    port,
    url,
    setSource: (flow, source) => set({ flow, source }),
    setPace: (flow, pace) => set({ flow, ...pace }),
    setTokens: (flow, tokens) => set({ flow, tokens }),
    loseAnswers: (flow, lose) => set({ flow, lose }),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
