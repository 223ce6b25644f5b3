import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sign } from '../deliveries/sign.ts';
import { configShape } from '../core/config.ts';
import { eventTypes } from '../core/enums.ts';
import { payloadOf } from '../services/event-endpoints/event-payload.ts';
import { projectRoot } from '../start/state/settings.ts';

const page = await readFile(join(projectRoot, 'docs/events.md'), 'utf8');
const payloads = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => ({
  type: z.enum(eventTypes).parse(Object(JSON.parse(text)).type),
  payload: JSON.parse(text),
}));
const samples = [...page.matchAll(/<!-- sample:(\w+) -->\s+```js\n(.*?)```/gs)].map(([, name = '', code = '']) => ({
  name,
  code,
}));

const verifier = z.object({
  verify: z.function({ input: [z.string(), z.unknown(), z.string()], output: z.unknown() }),
});
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = '{"type":"run.failed"}';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-events-'));
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('test/docs-events', () => {
  it.each(payloads)('shows a payload of $type in its shape', ({ type, payload }) => {
    expect(payloadOf(type).parse(payload)).toEqual(payload);
  });

  it('shows a payload of every group, and names every type', () => {
    const groups = new Set(eventTypes.map((type) => type.split('.')[0]));
    const unnamed = eventTypes.filter((type) => {
      const [group, name] = type.split('.');
      return (
        !page.includes(`\`${type}\``) &&
        !(new RegExp(`\`${group}\\.<\\w+>\``).test(page) && page.includes(`\`${name}\``))
      );
    });

    expect(new Set(payloads.map(({ type }) => type.split('.')[0]))).toEqual(groups);
    expect(unnamed).toEqual([]);
  });

  it('names the waits as they are configured', () => {
    const { HUB_WEBHOOK_RETRY_SECONDS: retry, HUB_WEBHOOK_TIMEOUT_SECONDS: timeout } = configShape;
    const waits = retry.parse(undefined).map((seconds) => {
      if (seconds < 60) return `${seconds} s`;
      return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
    });

    expect(page.replaceAll(/\s+/g, ' ')).toContain(`after ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`);
    expect(page).toContain(`within ${timeout.parse(undefined)} seconds`);
  });

  it.each(samples)('has a sample ($name) that takes genuine messages and no others', async ({ name, code }) => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, code);
    const { verify } = verifier.parse(await import(/* @vite-ignore */ pathToFileURL(file).href));
    const headers = sign([other, secret], { id: 'evt_1', body, nowMs: Date.now() });
    const old = sign([secret], { id: 'evt_1', body, nowMs: Date.now() - 3_600_000 });

    expect(verify(secret, headers, body)).toEqual({ type: 'run.failed' });
    expect(() => verify(secret, headers, `${body} `)).toThrow(Error);
    expect(() => verify(secret, { ...headers, 'webhook-id': 'evt_2' }, body)).toThrow(Error);
    expect(() => verify(secret, old, body)).toThrow(Error);
    expect(() => verify(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, headers, body)).toThrow(Error);
  });

  it('has both samples', () => {
    expect(samples.map(({ name }) => name)).toEqual(['library', 'plain']);
  });
});
