import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { ScriptExecutor, ScriptOutcome } from '../core/scripts.ts';
import { compilePlan, isComplete } from './compile.ts';
import { definitionSchema } from './definition.ts';
import { type ExplainedRecord, explainRecord } from './explain-record.ts';

const operations = { list: {}, upsert: { idempotency: 'natural', identity: 'match' } } as const;

function explain(members: JsonObject, record: JsonObject, outcome?: ScriptOutcome): Promise<ExplainedRecord> {
  const definition = definitionSchema.parse({
    source: { connection_id: 's', object: 'users', key: ['id'], filter: 'active != false' },
    target: { connection_id: 't', object: 'people', match_on: ['id'] },
    mapping: [
      { to: 'id', from: 'id' },
      { to: 'at', formula: 'string(now())' },
    ],
    ...members,
  });
  if (!isComplete(definition)) throw new Error('The definition is not complete.');
  const compiled = compilePlan({ definition, source: { operations }, target: { operations }, namespace: 'x' });
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
  const scripts: ScriptExecutor = {
    run: (_, entries) => Promise.resolve({ ok: true, outcomes: entries.map(() => outcome ?? { outcome: 'filtered' }) }),
  };
  const environment = { now: Date.UTC(2026, 10, 21) };
  return explainRecord(
    compiled.planFor(environment),
    compiled.compileExplainer(),
    { record, environment },
    scripts === undefined ? {} : { scripts },
  );
}

const script = { script: { language: 'javascript', source: 'export default (record) => record' } };

describe('engine/explain-record', () => {
  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['a mapped record', {}, { id: '1' }, 'mapped', 'mapping'],
    ['one that the filter leaves out', {}, { id: '1', active: false }, 'filtered', 'filter'],
    [
      'one that the filter cannot decide on',
      { source: { connection_id: 's', object: 'users', key: ['id'], filter: 'n > 1' } },
      { id: '1', n: 'x' },
      'failed',
      'filter',
    ],
    ['one without a key', {}, { active: true }, 'failed', 'key'],
    [
      'one without a value for its match field',
      { mapping: [{ to: 'id', from: 'other' }] },
      { id: '1' },
      'failed',
      'mapping',
    ],
    ['one that the script leaves out', script, { id: '1' }, 'filtered', 'script'],
  ])('tells what decided on %s', async (_, members, record, outcome, decidedBy) => {
    const { record: previewed, explanation } = await explain(members, record);

    expect([previewed.outcome, explanation.decided_by]).toEqual([outcome, decidedBy]);
    expect(explanation.fields === undefined).toBe(decidedBy !== 'mapping');
  });

  it('gives formulas the instant that the plan has', async () => {
    const { explanation } = await explain({}, { id: '1' });

    expect(explanation.fields?.[1]?.value).toBe('2026-11-21T00:00:00Z');
  });

  it('explains the mapping of what the script made, and says that it did', async () => {
    const record = { id: '1' };

    const { explanation, isRewritten } = await explain(script, record, { outcome: 'record', record: { id: '2' } });
    const failed = await explain(script, record, { outcome: 'failed', message: 'It threw.' });

    expect([isRewritten, explanation.fields?.[0]?.value]).toEqual([true, '2']);
    expect(failed.explanation).toMatchObject({ decided_by: 'script', message: 'It threw.' });
  });
});
