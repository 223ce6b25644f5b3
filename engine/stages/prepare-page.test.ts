import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { ScriptRunnerError, type ScriptExecutor } from '../../core/scripts.ts';
import { compilePlan } from '../compile.ts';
import { definitionSchema } from '../definition.ts';
import { RunFailedError } from '../errors.ts';
import type { Plan } from '../plan.ts';
import { preparePage } from './prepare-page.ts';
import { previewRecords } from '../preview-records.ts';

const script = { language: 'javascript', source: 'export default (record) => record' };

function compile(members: object = {}): Plan {
  const { source, target, mapping, ...rest } = definitionSchema.parse({
    source: { connection_id: 'a', object: 'people', filter: { field: 'left', operator: 'not_exists' } },
    target: { connection_id: 'b', object: 'users', match_on: ['id'] },
    mapping: [
      { to: 'id', from: 'id' },
      { to: 'name', from: 'name', required: true },
    ],
    ...members,
  });
  if (source === undefined || target === undefined || mapping === undefined) throw new Error('Not complete.');
  const compiled = compilePlan({
    definition: { ...rest, source, target, mapping },
    source: { key: ['id'], operations: { list: {} } },
    target: { operations: { upsert: { idempotency: 'natural', identity: 'match' } } },
    namespace: 'int',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.planFor({ now: 0 });
}

/** Filters out what is called nobody, fails on what has no name, and gives all others a greeting for a name. */
const greeter: ScriptExecutor = {
  run: (_script, entries) =>
    Promise.resolve({
      ok: true,
      outcomes: entries.map(({ key, record: { name } }) => {
        if (name === 'nobody') return { outcome: 'filtered' };
        if (typeof name !== 'string') return { outcome: 'failed', message: 'No name.' };
        return { outcome: 'record', record: name === 'nameless' ? {} : { id: key, name: `Dear ${name}` } };
      }),
    }),
};

function prepare(plan: Plan, records: JsonObject[], scripts?: ScriptExecutor) {
  const source = { readPage: () => Promise.resolve({ records, next: undefined, bytes: 0 }) };
  return preparePage(plan, { source, scripts }, null, new AbortController().signal);
}

describe('engine/stages/prepare-page', () => {
  it.each([
    ['characters that no text may hold', 'a\0b'],
    ['half of a character pair', 'a\ud800'],
    ['more characters than the ledger keeps', 'a'.repeat(601)],
  ])('refuses a record whose target record would be known by %s', async (_what, id) => {
    const mapping = [{ to: 'id', from: 'login' }];

    const { candidates, deadLetters } = await prepare(compile({ mapping }), [{ id: '1', login: id }]);

    expect(candidates).toEqual([]);
    expect(deadLetters).toMatchObject([{ sourceKey: '1', code: 'invalid_key', field: 'id' }]);
  });

  it('maps what a script makes of the records that the filter keeps, and counts what it leaves out', async () => {
    const records = [
      { id: '1', name: 'Ada' },
      { id: '2', name: 'nobody' },
      { id: '3' },
      { id: '4', name: 'Bob', left: true },
      { name: 'Without key' },
      { id: '5', name: 'nameless' },
    ];

    const page = await prepare(compile({ script }), records, greeter);

    expect(page.candidates.map(({ sourceKey, body, record }) => ({ sourceKey, body, record }))).toEqual([
      { sourceKey: '1', body: { id: '1', name: 'Dear Ada' }, record: records[0] },
    ]);
    expect(page.counters).toMatchObject({ read: 5, skipped: 2, failed: 3 });
    // Letters hold the record as it was read, so that it goes through script and mapping when it is tried again.
    expect(page.deadLetters.map(({ sourceKey, code, record }) => ({ sourceKey, code, record }))).toEqual([
      { sourceKey: undefined, code: 'missing_key', record: records[4] },
      { sourceKey: '3', code: 'script_failed', record: records[2] },
      { sourceKey: '5', code: 'required_missing', record: records[5] },
    ]);
  });

  it('takes the last record of a key that the filter keeps, as if the source had left the others out', async () => {
    const kept = [
      { id: '1', name: 'Ada' },
      { id: '1', name: 'Ada Lovelace' },
    ];

    const page = await prepare(compile(), [...kept, { id: '1', name: 'Ada', left: true }]);
    const filtered = await prepare(compile(), kept);

    expect(page.candidates).toEqual(filtered.candidates);
    expect(page.candidates).toMatchObject([{ body: { name: 'Ada Lovelace' } }]);
    expect(page.counters).toMatchObject({ read: 2, skipped: 1, deduplicated: 1 });
  });

  it('lets the source leave records out, unless failures are counted as a share of all', () => {
    const filter = { all: [{ field: 'age', operator: 'greater', value: 17 }] };
    const source = { connection_id: 'a', object: 'people', filter };

    expect(compile({ source }).where).toEqual([{ segments: ['age'], operator: 'greater', values: [17] }]);
    expect(compile({ source, on_error: { abort_above_percent: 5 } }).where).toEqual([]);
  });

  it('does not ask the sandbox about a page without records', async () => {
    const scripts: ScriptExecutor = { run: () => Promise.reject(new Error('Asked.')) };

    const page = await prepare(compile({ script }), [{ id: '1', left: true }], scripts);

    expect(page.counters).toMatchObject({ read: 1, skipped: 1 });
  });

  it('fails the run for a script that can process no record', async () => {
    const scripts: ScriptExecutor = { run: () => Promise.resolve({ ok: false, message: 'It never ends.' }) };

    const failure = prepare(compile({ script }), [{ id: '1', name: 'Ada' }], scripts);

    await expect(failure).rejects.toThrow(new RunFailedError('script_failed', 'It never ends.'));
  });

  it('fails the record for such a script in a preview', async () => {
    const scripts: ScriptExecutor = { run: () => Promise.resolve({ ok: false, message: 'It never ends.' }) };

    expect(await previewRecords(compile({ script }), [{ id: '1', name: 'Ada' }], { scripts })).toEqual([
      { sourceKey: '1', outcome: 'failed', problem: { code: 'script_failed', message: 'It never ends.' } },
    ]);
  });

  it('leaves a sandbox that is not there to whoever retries the segment', async () => {
    const scripts: ScriptExecutor = { run: () => Promise.reject(new ScriptRunnerError('Away.')) };

    await expect(prepare(compile({ script }), [{ id: '1', name: 'Ada' }], scripts)).rejects.toThrow(ScriptRunnerError);
    await expect(prepare(compile({ script }), [{ id: '1', name: 'Ada' }])).rejects.toThrow(
      'nothing is there to run it',
    );
  });

  it('does not trust a script with the fields that make a write repeatable', () => {
    expect(compile()).toMatchObject({ idempotency: 'natural', targetIdIsInjective: true });
    expect(compile({ script })).toMatchObject({ idempotency: 'lookup', targetIdIsInjective: false });
  });

  it.each([
    [{ ...script, source: '' }],
    [{ ...script, source: 'é'.repeat(40_000) }],
    [{ ...script, language: 'python' }],
    [{ ...script, timeout_ms: 0 }],
    [{ ...script, timeout_ms: 5001 }],
    [{ ...script, memory: 5 }],
    [{ source: script.source }],
    ['export default (record) => record'],
  ])('is not compiled from the script %#', (unfit) => {
    expect(definitionSchema.safeParse({ script: unfit }).success).toBe(false);
  });

  it('compares records by what later writes write', async () => {
    const mapping = [
      { to: 'id', from: 'id' },
      { to: 'password', from: 'password', only_on: 'create' },
    ];
    const plan = compile({ mapping });

    const page = await prepare(plan, [
      { id: '1', password: 'a' },
      { id: '2', password: 'b' },
    ]);
    const later = await prepare(plan, [{ id: '1', password: 'changed' }]);

    expect(page.candidates[0]?.hash).toBe(later.candidates[0]?.hash);
    expect(page.candidates[0]?.hash).not.toBe(page.candidates[1]?.hash);
    expect(page.candidates[0]?.body).toEqual({ id: '1', password: 'a' });
  });

  it('refuses a field of some writes only that identifies the record', () => {
    expect(() => compile({ mapping: [{ to: 'id', from: 'id', only_on: 'create' }] })).toThrow('mapping[0].only_on');
  });

  it('fails records that are not what the schemas of their ends say, and leaves those that are filtered out alone', async () => {
    const text = { type: 'string' };
    const plan = compile({
      source: {
        connection_id: 'a',
        object: 'people',
        filter: { field: 'left', operator: 'not_exists' },
        validate: { schema: { properties: { name: text } } },
      },
      target: {
        connection_id: 'b',
        object: 'users',
        match_on: ['id'],
        validate: { schema: { properties: { name: { maxLength: 3 } } } },
      },
    });

    const { candidates, deadLetters } = await prepare(plan, [
      { id: '1', name: 'Ada' },
      { id: '2', name: 5 },
      { id: '3', name: 'Grace' },
      { id: '4', name: 5, left: true },
    ]);

    expect(candidates.map(({ sourceKey }) => sourceKey)).toEqual(['1']);
    expect(deadLetters.map(({ sourceKey, code, field }) => [sourceKey, code, field])).toEqual([
      ['2', 'invalid_source_record', 'name'],
      ['3', 'invalid_target_record', 'name'],
    ]);
  });
});
