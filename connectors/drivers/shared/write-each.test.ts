import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../../../core/connector-error.ts';
import type { Effect } from '../../../core/records.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { writeEach, type WriteStep } from './write-each.ts';

const effects = ['a', 'b', 'c', 'd'].map((effectId): Effect => ({
  effectId,
  operation: 'upsert',
  sourceKey: effectId,
  body: { id: effectId },
  targetId: undefined,
}));
const lost: Fault = { kind: 'transient', message: 'Gone.' };

/** Writes the effects, each as its answer says; tells in which order they began. */
async function write(concurrency: number, answers: Readonly<Record<string, WriteStep | Error>>) {
  const begun: string[] = [];
  const report = await writeEach(effects, {
    concurrency,
    writeOne: ({ effectId }) => {
      begun.push(effectId);
      const answer = answers[effectId] ?? { result: { outcome: 'written' } };
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    toError: ({ kind, message }) => new ConnectorError(kind, message, { connectorId: 'x', operation: 'upsert' }),
  });
  return { begun, outcomes: report.results.map(({ outcome }) => outcome), error: report.error, report };
}

describe('connectors/drivers/shared/write-each', () => {
  it('reports each effect in its place', async () => {
    const { outcomes, error } = await write(3, { b: { result: { outcome: 'unchanged' } } });

    expect(outcomes).toEqual(['written', 'unchanged', 'written', 'written']);
    expect(error).toBeUndefined();
  });

  it('begins nothing after a fault', async () => {
    const { begun, outcomes, error } = await write(1, { b: { result: { outcome: 'in_doubt' }, fault: lost } });

    expect(begun).toEqual(['a', 'b']);
    expect(outcomes).toEqual(['written', 'in_doubt', 'not_sent', 'not_sent']);
    expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('Gone.') });
  });

  it('keeps the first of two faults', async () => {
    const fault = { ...lost, message: 'Later.' };
    const answers = {
      a: { result: { outcome: 'in_doubt' }, fault: lost },
      b: { result: { outcome: 'in_doubt' }, fault },
    } as const;

    expect((await write(2, answers)).error?.message).toContain('Gone.');
  });

  it('rejects the record that a fault is thrown for, and goes on', async () => {
    const fields = [{ field: 'id', message: 'Taken.' }];
    const fault = new FaultError({ kind: 'validation', message: 'Bad.', vendorMessage: 'Taken.', fields });
    const { report, outcomes } = await write(1, { a: fault });

    expect(report.results[0]).toEqual({ outcome: 'rejected', code: 'validation', message: 'Taken.', field: 'id' });
    expect(outcomes.slice(1)).toEqual(['written', 'written', 'written']);
  });

  it('passes other errors on', async () => {
    await expect(write(1, { a: new Error('broken') })).rejects.toThrow('broken');
  });
});
