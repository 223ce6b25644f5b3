import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, runCommand } from '../../start/processes/run-command.ts';
import { type Lab, type PeerName, peerNames, peers } from './peers.ts';

/** Unpacks every peer that is not in the cache yet, and says loudly which ones cannot be had. */
export async function installLab(cache: string, say: (text: string) => void): Promise<Lab> {
  const folder = join(cache, 'lab');
  mkdirSync(folder, { recursive: true });
  const lab: Lab = {};
  for (const name of peerNames) {
    const root = await installPeer(folder, name);
    if (root !== undefined) lab[name] = root;
  }
  const missing = peerNames.filter((name) => lab[name] === undefined);
  if (missing.length > 0) {
    const count = `${missing.length} of ${peerNames.length} protocol peers`;
    say(`LAB: ${count} cannot be had here (apt-get download): ${missing.join(', ')}. Their tests are SKIPPED.`);
  }
  return lab;
}

async function installPeer(folder: string, name: PeerName): Promise<string | undefined> {
  const root = join(folder, name);
  const { packages, program } = peers[name];
  if (existsSync(join(root, program))) return root;
  const half = mkdtempSync(join(folder, `${name}.new-`));
  try {
    const wanted = await listPackages(folder, packages);
    if (wanted === undefined) return undefined;
    const downloads = join(half, 'download');
    mkdirSync(downloads);
    const fetched = await apt(folder, ['download', ...wanted], downloads);
    if (fetched.code !== 0) return undefined;
    for (const file of readdirSync(downloads)) {
      const unpacked = await runCommand('dpkg', ['-x', join(downloads, file), half]);
      if (unpacked.code !== 0) return undefined;
    }
    rmSync(downloads, { recursive: true });
    rmSync(root, { recursive: true, force: true });
    renameSync(half, root);
    return root;
  } catch {
    // Another run was quicker: its copy is as good.
    return existsSync(join(root, program)) ? root : undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** The packages, installed or not, and those of their needs that this machine lacks; asks for fresh lists where it knows none. */
async function listPackages(folder: string, packages: readonly string[]): Promise<string[] | undefined> {
  const ask = (): Promise<Outcome> =>
    apt(folder, ['install', '--reinstall', '--print-uris', '--yes', '--no-install-recommends', ...packages]);
  let asked = await ask();
  if (asked.code !== 0) {
    if ((await apt(folder, ['update', ...ownLists(folder)])).code !== 0) return undefined;
    asked = await ask();
  }
  const names = [...asked.output.matchAll(/^'[^']+' ([^_\s]+)_/gm)].flatMap(([, name]) => name ?? []);
  return asked.code === 0 && names.length > 0 ? names : undefined;
}

/** Lists of our own, made where the machine has none. */
function ownLists(folder: string): string[] {
  const lists = join(folder, 'apt-lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  return ['-o', `Dir::State::lists=${lists}`];
}

function apt(folder: string, args: readonly string[], cwd = folder): Promise<Outcome> {
  const own = existsSync(join(folder, 'apt-lists')) ? ownLists(folder) : [];
  const timeouts = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1', '-o', 'APT::Sandbox::User=root'];
  return runCommand('apt-get', ['--quiet', ...timeouts, ...own, ...args], {
    cwd,
    timeoutMs: 120_000,
    env: { ...process.env, LC_ALL: 'C' },
  });
}
