import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from '../../start/servers/ports.ts';
import { signalGroup } from '../../start/processes/processes.ts';
import { runCommand } from '../../start/processes/run-command.ts';
import { bindLifetime } from '../../start/processes/bind-lifetime.ts';

/** A server of the lab while it runs. */
export interface Peer {
  port: number;
  /** Its temporary folder, which goes with it. */
  folder: string;
  /** Name of the user that it runs as. */
  user: string;
  stop(): Promise<void>;
}

export interface PeerPlan {
  /** Where it was unpacked. */
  root: string;
  /** Path of the program below the root. */
  program: string;
  /** Writes its files into the folder; shared libraries in `lib` there come first. @returns its arguments. */
  prepare(place: { folder: string; port: number; root: string; user: string; run: RunTool }): Promise<string[]>;
  /** Added to its environment. */
  env?(place: { folder: string }): Record<string, string>;
  /** It refuses to work for root: then it runs as nobody. Default false. */
  refusesRoot?: boolean;
  /** True when it takes requests. */
  isReady(port: number): Promise<boolean>;
}

/** Runs another program of the peer's packages to its end. @throws {Error} with what it said when it failed. */
export type RunTool = (program: string, args: readonly string[], inputFile?: string) => Promise<string>;

const readyTimeoutMs = 30_000;

/** The user without rights, on Debian. */
const nobody = 65_534;

/** Starts a peer on a free port of loopback, in a temporary folder. It ends with this process, however that ends. */
export async function startPeer({
  root: unpacked,
  program,
  prepare,
  isReady,
  env: more,
  refusesRoot = false,
}: PeerPlan): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-lab-'));
  const port = await findPort(0);
  const drops = refusesRoot && process.getuid?.() === 0;
  const owner = drops ? { uid: nobody, gid: nobody } : {};
  const user = drops ? 'nobody' : userInfo().username;
  const root = drops ? join(folder, 'packages') : unpacked;
  // The clone may be in a folder that only root may enter.
  if (drops) cpSync(unpacked, root, { recursive: true, verbatimSymlinks: true });
  const libraries = [join(folder, 'lib'), ...listLibraries(root)].join(':');
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: libraries, ...more?.({ folder }) };
  const run: RunTool = async (tool, args, inputFile = '/dev/null') => {
    const script = 'exec "$0" "$@" < "$HUB_LAB_INPUT"';
    const fed = { ...env, HUB_LAB_INPUT: inputFile };
    const { code, output } = await runCommand('sh', ['-c', script, join(root, tool), ...args], {
      env: fed,
      cwd: folder,
    });
    if (code !== 0) throw new Error(`${tool} failed: ${output}`);
    return output;
  };
  const args = await prepare({ folder, port, root, user, run });
  if (drops) await runCommand('chown', ['-R', `${nobody}:${nobody}`, folder]);
  const child = spawn(join(root, program), args, {
    cwd: folder,
    env,
    ...owner,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-16_384)));
  }
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  const { pid } = child;
  const unbind = pid === undefined ? () => undefined : bindLifetime(pid, 'SIGTERM');
  const stop = async (): Promise<void> => {
    if (pid !== undefined && child.exitCode === null) signalGroup(pid, 'SIGKILL');
    await ended;
    unbind();
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isReady(port))) {
    if (Date.now() > deadline || child.exitCode !== null || pid === undefined) {
      await stop();
      throw new Error(`${program} did not start: ${output}`);
    }
    await sleep(50);
  }
  return { port, folder, user, stop };
}

/** Folders of shared libraries that were unpacked. */
function listLibraries(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((base) => {
    const folder = join(root, base);
    return readFolders(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name));
  });
}

function readFolders(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
