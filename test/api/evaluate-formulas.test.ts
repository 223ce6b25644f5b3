import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionFamilies, macroEntries } from '../../formula/index.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const evaluate = (body: unknown): Promise<Answer> => api.request('POST', '/v1/formulas/evaluate', { body });
const list = (query = ''): Promise<Answer> => api.request('GET', `/v1/formulas/functions${query}`);

const schema = { type: 'object', properties: { email: { type: 'string' }, age: { type: 'integer' } } };

describe('test/api/evaluate-formulas', () => {
  it('reads long numbers of the record as the texts that they are in every record, and refuses others', async () => {
    const long = '{"id": 9007199254740993, "of": [{"n": 0.12345678901234567891}]}';

    const given = await api.request('POST', '/v1/formulas/evaluate', {
      text: `{"formula": "id + '/' + of[0].n", "input": ${long}}`,
    });
    const refused = await api.request('POST', '/v1/formulas/evaluate', {
      text: `{"formula": "1", "input": {}, "schema": {"properties": ${long}}}`,
    });

    expect(given.data).toMatchObject({ value: '9007199254740993/0.12345678901234567891' });
    expect(refused.error.details.errors).toEqual([
      expect.objectContaining({ path: 'schema.properties.of[0].n', code: 'number_too_long' }),
    ]);
  });

  it('gives the value, its type, the steps taken and what is probably a mistake', async () => {
    const input = { email: 'ADA@x.org', groups: [{ name: 'staff' }] };

    const typed = await evaluate({ formula: 'lower(email)', input, schema });
    const listed = await evaluate({ formula: 'groups.map(g, g.name + "!")', input });
    const nothing = await evaluate({ formula: 'missing.at.all', input });
    const doubtful = await evaluate({ formula: 'has({"note": 1}.nots)', input });

    expect([typed.status, typed.data]).toEqual([
      200,
      { value: 'ada@x.org', type: 'text', fuel: expect.any(Number), warnings: [] },
    ]);
    expect(listed.data).toMatchObject({ value: ['staff!'], type: 'list of text' });
    expect(Number(listed.data['fuel'])).toBeGreaterThan(Number(typed.data['fuel']));
    expect(nothing.data).toMatchObject({ value: null, type: 'any value' });
    expect(doubtful.data['warnings']).toEqual([
      {
        code: 'unknown_field',
        message: 'Unknown field `nots` (line 1, column 17). Did you mean `note`?',
        position: { line: 1, column: 17, offset: 16 },
        suggestion: 'note',
      },
    ]);
  });

  it('looks up in the newest version of stored tables, and only in ones that are there', async () => {
    const { data: table } = await api.request('POST', '/v1/lookup-tables', {
      body: { name: 'Countries', entries: { DE: 'Germany' } },
    });

    const found = await evaluate({ formula: `lookup('${table.id}', code)`, input: { code: 'DE' } });
    const none = await evaluate({ formula: "lookup('lut_01kanm3t1fe7krd5v2mgxzs2v8', code)", input: { code: 'DE' } });

    expect(found.data['value']).toBe('Germany');
    expect([none.status, none.error.details.errors[0]?.code]).toEqual([400, 'unknown_lookup_table']);
  });

  it.each([
    ['email +', 'syntax', { line: 1, column: 8, offset: 7 }, undefined],
    ['lowr(email)', 'unknown_function', { line: 1, column: 1, offset: 0 }, 'lower'],
    ['upper(\n  emial)', 'unknown_field', { line: 2, column: 3, offset: 9 }, 'email'],
    ['email + 1', 'type_mismatch', { line: 1, column: 7, offset: 6 }, undefined],
    ['age / 0', 'division_by_zero', { line: 1, column: 5, offset: 4 }, undefined],
  ])('refuses %j with its place and what was probably meant', async (formula, code, position, suggestion) => {
    const { status, error } = await evaluate({ formula, input: { email: 'a@b.c', age: 7 }, schema });

    expect([status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.details.errors).toEqual([
      { path: 'formula', code, message: expect.any(String), position, ...(suggestion && { suggestion }) },
    ]);
  });

  it('tells all that the types show to be wrong together', async () => {
    const { error } = await evaluate({ formula: 'emial + lowr(agge)', input: {}, schema });

    expect(error.details.errors.map(({ suggestion }) => suggestion)).toEqual(['email', 'age', 'lower']);
  });

  it('ends what takes too many steps', async () => {
    const { error } = await evaluate({ formula: 'range(1000).all(x, range(1000).all(y, true))', input: {} });

    expect(error.details.errors).toEqual([
      {
        path: 'formula',
        code: 'fuel_exhausted',
        message: 'The formula needs too many steps for this record; simplify it.',
      },
    ]);
  });

  it('repeats nothing of the record where a formula fails for it', async () => {
    const { body } = await evaluate({ formula: 'timestamp(born)', input: { born: 'canary-4711' } });

    expect(JSON.stringify(body)).not.toContain('canary-4711');
  });

  it.each([
    [{ input: {} }, 'formula'],
    [{ formula: '', input: {} }, 'formula'],
    [{ formula: 'x'.repeat(10_001), input: {} }, 'formula'],
    [{ formula: '1' }, 'input'],
    [{ formula: '1', input: [] }, 'input'],
    [{ formula: '1', input: {}, schema: 'text' }, 'schema'],
    [{ formula: '1', input: {}, colour: 'red' }, 'colour'],
  ])('refuses the body %j', async (body, path) => {
    const { status, error } = await evaluate(body);

    expect([status, error.details.errors[0]?.path]).toEqual([400, path]);
  });

  it('refuses an input that is too large or too deep', async () => {
    const large = await evaluate({ formula: '1', input: { text: 'x'.repeat(1024 * 1024) } });
    const deep = await api.request('POST', '/v1/formulas/evaluate', {
      text: `{"formula":"1","input":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`,
    });

    expect([large.status, deep.status]).toEqual([413, 400]);
  });

  it('lists the whole library, as the table has it', async () => {
    const { meta, list: functions } = await list();
    const names = [...macroEntries, ...functionFamilies.flatMap((family) => family.functions)].map(({ name }) => name);

    expect(functions.map(({ name }) => name)).toEqual(names);
    expect(meta).toEqual({ page: 1, per_page: names.length, total: names.length });
    expect(functions.find(({ name }) => name === 'startsWith')).toEqual({
      name: 'startsWith',
      kind: 'function',
      group: 'text',
      description: expect.any(String),
      signatures: [
        {
          text: 'startsWith(value: text, start: text) → boolean',
          parameters: [
            { name: 'value', type: 'text' },
            { name: 'start', type: 'text' },
          ],
          variadic: false,
          result: 'boolean',
        },
      ],
      examples: expect.any(Array),
    });
  });

  it('narrows the library by group and text, and pages through it', async () => {
    const dates = await list('?group=dates_and_times&q=ISO');
    const first = await list('?per_page=2');
    const second = await list('?per_page=2&page=2');
    const wrong = [await list('?group=colours'), await list('?per_page=0'), await list('?colour=red')];

    expect(dates.list.map(({ name }) => name)).toContain('isoWeek');
    expect(new Set(dates.list.map(({ group }) => group))).toEqual(new Set(['dates_and_times']));
    expect([...first.list, ...second.list].map(({ name }) => name)).toEqual(['has', 'all', 'exists', 'exists_one']);
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('lets the library be kept, and answers 304 while it is the same', async () => {
    const { headers } = await list();
    const etag = headers.get('etag') ?? '';

    const again = await api.request('GET', '/v1/formulas/functions', { headers: { 'if-none-match': etag } });

    expect([headers.get('cache-control'), again.status]).toEqual(['private, max-age=300', 304]);
  });
});
