import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { startBarePostgres } from '../../test/harness/bare-postgres.ts';
import { endOrphans } from './postgres.ts';
import { identifyProcess } from '../processes/processes.ts';

const timeoutMs = 90_000;

// Elsewhere it waits for them: the system does not tell which they are.
describe.skipIf(process.platform !== 'linux')('start/servers/postgres-orphans', () => {
  it(
    'ends what works on for a server that was killed, and has another one up',
    async () => {
      const server = await startBarePostgres();
      const url = server.url('postgres').replace(/\?.*/, '');
      const busy = postgres(url, { max: 1, onnotice: () => undefined, backoff: false });
      const admin = postgres(url, { max: 1, onnotice: () => undefined });
      try {
        const [{ directory } = { directory: '' }] = await admin<{ directory: string }[]>`
          select setting as directory from pg_settings where name = 'data_directory'`;
        const [{ worker } = { worker: 0 }] = await busy<{ worker: number }[]>`select pg_backend_pid() as worker`;
        // It computes, and looks at nothing else until it is done: for hours.
        const computing = busy`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`.catch(
          () => undefined,
        );
        await expect
          .poll(() => admin`select state from pg_stat_activity where pid = ${worker}`)
          .toMatchObject([{ state: 'active' }]);
        const postmaster = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);

        process.kill(postmaster, 'SIGKILL');

        await expect.poll(() => identifyProcess(worker), { timeout: 20_000 }).toBeUndefined();
        await computing;
        await expect.poll(() => admin`select 1 as up`.catch(() => []), { timeout: 30_000 }).toEqual([{ up: 1 }]);
      } finally {
        await Promise.all([busy.end({ timeout: 1 }), admin.end({ timeout: 1 })]);
        await server.stop();
      }
    },
    timeoutMs,
  );

  it('removes the lock files of a server that is a zombie process, and those of a pid that another program has', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hub-postmaster-'));
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(directory, name));
    const note = (pid: number): void => files.forEach((file) => writeFileSync(file, `${pid}\n${directory}\n`));
    // The program that replaces the shell never reaps the shell's child, which ends after it.
    const holder = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [printed] = await once(holder.stdout, 'data');
      const pid = Number(String(printed));
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      for (const dead of [pid, holder.pid ?? 0]) {
        note(dead);
        await endOrphans({ directory, socketFolder: directory });
        expect(files.filter(existsSync)).toEqual([]);
      }
    } finally {
      holder.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
