import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configShape } from '../../core/config.ts';
import { definitionSchema } from '../../flow/definition.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { readPages } from './pages.ts';

/** A row of a table, by what its cells hold. */
const rows = ((await readPages()).find(({ path }) => path === 'docs/limits.md')?.text ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, what = '', value = '', ...rest]) => ({
    what,
    value: Number(value.replaceAll(',', '')),
    names: rest.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
  }))
  .filter(({ value }) => !Number.isNaN(value));

let api: TestApi;

beforeAll(async () => {
  const limit = (whose: 'KEY' | 'ORG' | 'ADDRESS') => ({
    perMinute: configShape[`HUB_RATE_${whose}_PER_MINUTE`].parse(undefined),
    burst: configShape[`HUB_RATE_${whose}_BURST`].parse(undefined),
  });
  api = await startTestApi({ limits: { key: limit('KEY'), organization: limit('ORG'), address: limit('ADDRESS') } });
});

afterAll(() => api.close());

describe('test/docs/limits', () => {
  it('states every limit that GET /limits returns, with its value', async () => {
    const { body } = await api.request('GET', '/v1/limits');
    const stated = new Map(rows.flatMap(({ names, value }) => names.map((name) => [name, value])));

    const leaves = flatten(z.object({ data: z.unknown() }).parse(body).data);

    expect(leaves.length).toBeGreaterThan(25);
    expect(leaves.filter(([path, value]) => stated.get(path) !== value)).toEqual([]);
  });

  it('states the default of each variable that changes a limit', () => {
    const shape: Readonly<Record<string, z.ZodType>> = configShape;
    const variables = rows.flatMap(({ names, value }) =>
      names.filter((name) => name in shape).map((name) => ({ name, value })),
    );

    expect(variables.length).toBeGreaterThan(8);
    expect(variables.filter(({ name, value }) => shape[name]?.parse(undefined) !== value)).toEqual([]);
  });

  it('states the limits of definitions as their schema has them', () => {
    const schema = z.toJSONSchema(definitionSchema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    const members = rows.filter(({ names: [name = ''] }) => name.split(/[.[]/)[0] !== undefined && isMember(name));

    expect(members.length).toBeGreaterThan(8);
    for (const { names, value } of members) {
      const { maxItems, maxLength, maximum } = findMember(schema, names[0] ?? '');
      expect([maxItems, maxLength, maximum], names[0]).toContain(value);
    }
  });
});

function isMember(name: string): boolean {
  return (name.split(/[.[]/)[0] ?? '') in definitionSchema.shape;
}

const node = z.looseObject({
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  maximum: z.number().optional(),
});

/** Follows `mapping[].formula` into a JSON Schema. */
function findMember(schema: object, path: string): z.infer<typeof node> {
  const steps = path.replaceAll('[]', '.items').split('.');
  const found = steps.reduce<unknown>((at, step) => {
    const here = z.looseObject({ $ref: z.string().optional() }).parse(at);
    const target = here.$ref === undefined ? here : resolve(schema, here.$ref);
    return step === 'items' ? target['items'] : z.looseObject({}).parse(target['properties'])[step];
  }, schema);
  return node.parse(found);
}

function resolve(schema: object, reference: string): Record<string, unknown> {
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, step) => z.looseObject({}).parse(at)[step], schema);
  return z.looseObject({}).parse(found);
}

function flatten(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  return Object.entries(z.looseObject({}).parse(value)).flatMap(([name, member]) =>
    flatten(member, path === '' ? name : `${path}.${name}`),
  );
}
