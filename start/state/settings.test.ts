import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('start/state/settings', () => {
  it('keeps its data in the checkout and wants port 8080 where nothing is said', () => {
    const settings = readSettings([], {}, '/checkout');

    expect(settings).toMatchObject({
      dataDir: '/checkout/.hub',
      port: { number: 8080 },
      metricsPort: { number: 9464 },
      once: false,
      database: undefined,
      temporal: undefined,
      underNpm: false,
    });
  });

  it('treats an empty variable as one that is not set', () => {
    const settings = readSettings([], { DATABASE_URL: '', TEMPORAL_ADDRESS: '', PORT: '' }, '/checkout');

    expect(settings).toMatchObject({ database: undefined, temporal: undefined, port: { number: 8080 } });
  });

  it('takes the data folder relative to the checkout', () => {
    expect(readSettings([], { HUB_DATA_DIR: 'elsewhere' }, '/checkout').dataDir).toBe('/checkout/elsewhere');
  });

  it('uses one database address for everything where only one is given', () => {
    const settings = readSettings([], { DATABASE_URL: 'postgres://a@b/c' }, '/checkout');

    expect(settings.database).toEqual({
      appUrl: 'postgres://a@b/c',
      relayUrl: 'postgres://a@b/c',
      ownerUrl: 'postgres://a@b/c',
    });
  });

  it.each(['80a', '-1', '65536', '1e3', ' 80'])('refuses PORT=%s', (port) => {
    expect(() => readSettings([], { PORT: port }, '/checkout')).toThrow(/is not a port/);
  });

  it.each(['db.internal', '127.0.0.1, 10.0.0.0/99', 'http://a:80'])('refuses HUB_EGRESS_ALLOW=%s', (allow) => {
    expect(() => readSettings([], { HUB_EGRESS_ALLOW: allow }, '/checkout')).toThrow(/^HUB_EGRESS_ALLOW has "/);
  });

  it('takes addresses, networks and places in HUB_EGRESS_ALLOW', () => {
    const env = { HUB_EGRESS_ALLOW: '127.0.0.1, ::1,[::1]:80,10.0.0.0/8,db.internal:5432,' };

    expect(readSettings([], env, '/checkout').inherited).toEqual(env);
  });

  it('refuses an argument that it does not know', () => {
    expect(() => readSettings(['--onec'], {}, '/checkout')).toThrow(/Unknown argument: --onec/);
  });

  it('passes to children neither the variables of npm nor those that only one of them may have', () => {
    const env = {
      PATH: '/bin',
      LOG_LEVEL: 'debug',
      npm_config_x: '1',
      HUB_PEPPER: 'p',
      NODE_COMPILE_CACHE: '.cache/node-compile',
      MALLOC_ARENA_MAX: '1',
      DATABASE_OWNER_URL: 'o',
      PORT: '1',
    };

    expect(readSettings([], env, '/checkout').inherited).toEqual({ PATH: '/bin', LOG_LEVEL: 'debug' });
  });
});
