import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChildLog } from '../processes/child-log.ts';
import { openHubFile } from './hub-file.ts';
import { makeLayout } from './layout.ts';
import { findRememberedPorts } from '../servers/remembered-ports.ts';
import { ensureSecrets } from './secrets.ts';
import { workerReadiness } from '../servers/worker-readiness.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-data-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const facts = {
  api_url: 'a',
  api_key: 'k',
  dashboard_url: 'u',
  metrics_urls: { api: 'm', worker: 'n' },
  temporal_address: 't',
  database_url: 'd',
  demo_database_url: 'e',
};

describe('start/state/data-folder', () => {
  describe('layout', () => {
    it('makes folders that only their owner may enter', () => {
      const layout = makeLayout(join(folder, 'data'));

      for (const path of [join(folder, 'data'), layout.logs, layout.run]) expect(modeOf(path)).toBe(0o700);
    });

    it('says which folder cannot be used', () => {
      writeFileSync(join(folder, 'file'), '');

      expect(() => makeLayout(join(folder, 'file', 'data'))).toThrow(/The data folder cannot be used/);
    });

    it.each(['/proc/nope', '/proc/nope/data'])('says at once that %s cannot be made', (path) => {
      expect(() => makeLayout(path)).toThrow(/The data folder cannot be used/);
    });
  });

  describe('secrets', () => {
    it('makes them once, in a file that only its owner may read', () => {
      const file = join(folder, 'secrets.json');

      const made = ensureSecrets(file, join(folder, 'postgres'));

      expect(modeOf(file)).toBe(0o600);
      expect(ensureSecrets(file, join(folder, 'postgres'))).toEqual(made);
      expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    });

    it('makes none for a database that has others', () => {
      const file = join(folder, 'secrets.json');
      mkdirSync(join(folder, 'postgres'));

      expect(() => ensureSecrets(file, join(folder, 'postgres'))).toThrow(/secrets\.json is missing/);

      expect(existsSync(file)).toBe(false);
    });

    it('does not overwrite a file that it cannot read', () => {
      const file = join(folder, 'secrets.json');
      writeFileSync(file, '{"pepper":');

      expect(() => ensureSecrets(file, join(folder, 'postgres'))).toThrow(/cannot be read/);
      expect(readFileSync(file, 'utf8')).toBe('{"pepper":');
    });
  });

  describe('hub-file', () => {
    it('removes what a killed start left behind', () => {
      const file = join(folder, 'hub.json');
      writeFileSync(file, '{}');

      openHubFile(file, () => ({}));

      expect(existsSync(file)).toBe(false);
    });

    it('tells facts and current process ids to its owner only, and goes with the hub', () => {
      const file = join(folder, 'hub.json');
      const pids = { api: 1 };
      const hubFile = openHubFile(file, () => pids);
      hubFile.refresh();
      expect(existsSync(file)).toBe(false);

      hubFile.publish(facts);
      pids.api = 2;
      hubFile.refresh();

      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...facts, pids: { api: 2 } });
      expect(modeOf(file)).toBe(0o600);
      hubFile.remove();
      hubFile.refresh();
      expect(existsSync(file)).toBe(false);
    });
  });

  describe('hub-file that cannot be written', () => {
    it('stays as it was while the hub runs on', () => {
      const file = join(folder, 'hub.json');
      const pids = { api: 1 };
      const hubFile = openHubFile(file, () => pids);
      hubFile.publish(facts);
      mkdirSync(`${file}.new`);
      pids.api = 2;

      hubFile.refresh();

      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...facts, pids: { api: 1 } });
    });

    it('is not made again by a start that was under way when the hub was stopped', () => {
      const file = join(folder, 'hub.json');
      const hubFile = openHubFile(file, () => ({}));
      hubFile.remove();

      hubFile.publish(facts);

      expect(existsSync(file)).toBe(false);
    });
  });

  describe('remembered-ports', () => {
    const find = async (wanted: number) => (wanted === 54_320 ? 54_321 : wanted);

    it('keeps the ports of the first start, also where others were used since', async () => {
      const file = join(folder, 'ports.json');
      const free = async (wanted: number): Promise<number> => wanted;

      const first = await findRememberedPorts(file, find);
      const moved = await findRememberedPorts(file, async (wanted) => wanted + 1000);
      const back = await findRememberedPorts(file, free);

      expect(first).toEqual({ postgres: 54_321, feed: 54_380, remembered: { postgres: 54_321, feed: 54_380 } });
      expect(moved).toMatchObject({ postgres: 55_321, remembered: { postgres: 54_321 } });
      expect(back).toEqual(first);
    });

    it('starts anew where the file is broken', async () => {
      const file = join(folder, 'ports.json');
      writeFileSync(file, '{');

      const ports = await findRememberedPorts(file, async (wanted) => wanted);

      expect(ports).toMatchObject({ postgres: 54_320, feed: 54_380 });
    });
  });

  describe('child-log', () => {
    it('keeps the log of the last start and lets older ones go', () => {
      for (const text of ['first', 'second', 'third']) {
        const log = openChildLog(folder, 'api');
        appendFileSync(log.descriptor, `${text}\n`);
        log.close();
      }

      expect(readFileSync(join(folder, 'api.log'), 'utf8')).toBe('third\n');
      expect(readFileSync(join(folder, 'api.log.1'), 'utf8')).toBe('second\n');
    });

    it('gives the newest lines', () => {
      const log = openChildLog(folder, 'api');
      appendFileSync(log.descriptor, 'a\nb\nc\n');

      expect(log.tail(2)).toEqual(['b', 'c']);

      log.close();
    });
  });

  describe('worker-readiness', () => {
    const line = '{"level":30,"msg":"worker is ready"}\n';

    it('sees each start of the worker once', async () => {
      const file = join(folder, 'worker.log');
      writeFileSync(file, 'starting\n');
      const isReady = workerReadiness(folder);

      expect(await isReady(1)).toBe(false);
      appendFileSync(file, line);
      expect(await isReady(1)).toBe(true);
      expect(await isReady(2)).toBe(false);
      appendFileSync(file, `${'x'.repeat(400_000)}\n${line}`);
      expect(await isReady(2)).toBe(true);
    });

    it('sees it after the log was cut', async () => {
      const file = join(folder, 'worker.log');
      writeFileSync(file, `${'x'.repeat(1000)}${line}`);
      const isReady = workerReadiness(folder);
      await isReady(1);

      truncateSync(file);
      appendFileSync(file, line);

      expect(await isReady(2)).toBe(true);
    });
  });
});
