import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartProblem } from '../problem.ts';
import { findPort, probePort, type PortState } from './ports.ts';

const inUse =
  (...ports: number[]) =>
  async (port: number): Promise<PortState> => ({
    kind: ports.includes(port) ? 'in_use' : 'free',
  });

describe('start/servers/ports', () => {
  it('takes the wanted port where it is free', async () => {
    expect(await findPort(8080, inUse())).toBe(8080);
  });

  it('takes the next one that is not in use', async () => {
    expect(await findPort(8180, inUse(8180, 8181))).toBe(8182);
  });

  it('gives no port away twice', async () => {
    const found = await Promise.all([findPort(8280, inUse()), findPort(8280, inUse()), findPort(8280, inUse())]);

    expect(found.toSorted()).toEqual([8280, 8281, 8282]);
  });

  it('gives no port away that another start has, though nothing listens there yet', async () => {
    const program = `
      const { findPort } = await import('./start/servers/ports.ts');
      console.log(await findPort(28_400));
      setInterval(() => undefined, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [printed] = await once(other.stdout, 'data');
      const theirs = Number(String(printed));

      expect(await probePort(theirs)).toEqual({ kind: 'free' });
      expect(await findPort(theirs)).not.toBe(theirs);
    } finally {
      other.kill();
    }
  });

  it('says when this user may not listen on the port', async () => {
    const refused = async (): Promise<PortState> => ({ kind: 'refused', reason: 'permission denied' });

    await expect(findPort(80, refused)).rejects.toThrow(/Port 80 cannot be used: permission denied/);
  });

  it('gives up when nothing nearby is free, also at the end of the range', async () => {
    await expect(findPort(65_530, async () => ({ kind: 'in_use' }))).rejects.toThrow(StartProblem);
  });

  it('finds any free port for 0, and none that the system may assign to a connection meanwhile', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => findPort(0)));

    expect(await Promise.all(ports.map((port) => probePort(port)))).toEqual(ports.map(() => ({ kind: 'free' })));
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('sees a listener on %s', async (host) => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, host, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });

    expect(await probePort(port)).toEqual({ kind: 'in_use' });

    server.close();
  });
});
