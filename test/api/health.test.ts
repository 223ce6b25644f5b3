import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkReadiness, type HealthDeps } from '../../api/health.ts';
import { systemClock } from '../../core/clock.ts';
import { startTestApi } from './harness.ts';

const deps: HealthDeps = {
  clock: systemClock,
  askDatabase: () => Promise.resolve(),
  temporalAddress: '127.0.0.1:1',
  isDraining: () => false,
};

describe('test/api/health', () => {
  it('needs no credential', async () => {
    const api = await startTestApi();

    const live = await api.request('GET', '/health/live', { key: null });
    const ready = await api.request('GET', '/health/ready', { key: null });

    expect([live.status, live.data]).toEqual([200, { status: 'live' }]);
    expect([ready.status, ready.data.status]).toEqual([200, 'degraded']);
    expect(ready.data['checks']).toMatchObject({ postgres: { ok: true }, temporal: { ok: false } });
    await api.close();
  });

  it('is ready where Postgres and Temporal answer', async () => {
    const server = createServer((socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const readiness = await checkReadiness({ ...deps, temporalAddress: `127.0.0.1:${port}` });

    expect(readiness.status).toBe('ready');
    server.close();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('refused'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('is not ready within its budget while Postgres %s', async (_, askDatabase) => {
    await expect(checkReadiness({ ...deps, askDatabase })).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('is not ready once the process is told to stop', async () => {
    await expect(checkReadiness({ ...deps, isDraining: () => true })).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 2,
    });
  });
});
