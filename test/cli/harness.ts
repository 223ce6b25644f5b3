import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { createHttpServer } from '../../api/server.ts';
import { runCli } from '../../cli/index.ts';
import type { Output } from '../../cli/context.ts';
import { systemClock } from '../../core/clock.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';

/** What a command printed, and how it ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  /** Standard input; none means that nobody is there. */
  stdin?: string | Promise<string>;
  env?: Record<string, string>;
  /** As if a person sat in front of it. */
  terminal?: boolean;
  signal?: AbortSignal;
  /** Hears of what is said besides results. */
  onErr?: (chunk: string) => void;
  /** Hears of results. */
  onOut?: (chunk: string) => void;
}

/** A folder in which commands run, with a home of its own and nothing of the machine's environment. */
export interface CliFolder {
  path: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  remove(): Promise<void>;
}

/** @param env Of every command that is run in it. */
export async function makeCliFolder(env: Record<string, string> = {}): Promise<CliFolder> {
  const path = await mkdtemp(join(tmpdir(), 'hub-cli-'));
  const own = { HOME: path, HUB_DATA_DIR: join(path, 'data'), HUB_CONFIG_DIR: join(path, 'config') };
  const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ended> => {
    const stdout = makeOutput(options.terminal);
    const stderr = makeOutput(options.terminal);
    const printed = Promise.all([text(stdout), text(stderr)]);
    const { onErr = () => undefined, onOut = () => undefined } = options;
    stderr.on('data', (chunk: Buffer | string) => onErr(String(chunk)));
    stdout.on('data', (chunk: Buffer | string) => onOut(String(chunk)));
    const stdin: Readable & { isTTY?: boolean } = Readable.from(typeIn(options.stdin));
    if (options.terminal === true) stdin.isTTY = true;
    const code = await runCli(args, {
      env: { ...own, ...env, ...options.env },
      cwd: path,
      stdin,
      stdout,
      stderr,
      clock: systemClock,
      signal: options.signal ?? new AbortController().signal,
    });
    stdout.end();
    stderr.end();
    const [out, err] = await printed;
    return { code, out, err };
  };
  return { path, run, remove: () => rm(path, { recursive: true, force: true }) };
}

async function* typeIn(typed: RunOptions['stdin']): AsyncGenerator<string> {
  if (typed !== undefined) yield await typed;
}

function makeOutput(terminal = false): Output & PassThrough {
  return Object.assign(new PassThrough(), terminal ? { isTTY: true, columns: 80 } : {});
}

/** A real API that listens, and a folder whose commands talk to it. */
export interface CliUnderTest extends CliFolder {
  api: TestApi;
  url: string;
  close(): Promise<void>;
}

export async function startCliUnderTest(options: Parameters<typeof startTestApi>[0] = {}): Promise<CliUnderTest> {
  const api = await startTestApi(options);
  const server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const folder = await makeCliFolder({ HUB_URL: url, HUB_API_KEY: api.organization.api_key });
  return {
    ...folder,
    api,
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await api.close();
      await folder.remove();
    },
  };
}
