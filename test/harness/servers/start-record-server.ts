import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface RecordServer {
  port: number;
  url: string;
  /** How often each page was asked for. */
  requests(): Promise<Record<string, number>>;
  forgetRequests(): Promise<void>;
  stop(): void;
}

const counts = z.record(z.string(), z.number());

/** Starts `record-server.ts` in a process of its own. @param delayMs Wait before each page is answered. */
export async function startRecordServer(records: number, pageSize: number, delayMs = 0): Promise<RecordServer> {
  const script = fileURLToPath(new URL('./record-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(records), String(pageSize), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const port = z.coerce.number().parse(line);
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    requests: async () => counts.parse(await (await fetch(`${url}/requests`)).json()),
    forgetRequests: async () => {
      await fetch(`${url}/requests`, { method: 'DELETE' });
    },
    stop: () => child.kill('SIGKILL'),
  };
}
