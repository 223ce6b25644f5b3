import { getConnector } from '../../connectors/registry.ts';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { Explanation } from '../../core/explanations.ts';
import { compileMappingExplainer } from '../../transforms/explain/index.ts';
import type { MappingRule } from '../../transforms/rules.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import { createExplanationMask } from './mask-explanation.ts';

const connection: LoadedConnection = {
  id: 'x',
  connector: getConnector('http'),
  serviceType: 'http',
  config: {},
  credentialVersion: 1,
  authMethod: 'none',
  sealed: Buffer.alloc(0),
};

const mapping: MappingRule[] = [
  { to: 'mail', from: 'email' },
  { to: 'copy', formula: 'lower(account.password)' },
  { to: 'whole', from: 'account' },
  { to: 'users[0].password', value: 'Welcome-1' },
];

const record: JsonObject = { email: 'ada@x.org', account: { name: 'ada', password: 'S3cret' } };

function explainMasked(values: 'shown' | 'shapes', { isRewritten = false, subject = record } = {}): Explanation {
  const mask = createExplanationMask(
    {
      definition: {
        source: { connection_id: 'x', object: '/users' },
        target: { connection_id: 'x', object: '/people', operation: 'upsert' },
        mapping,
        concurrency: 'queue',
      },
      source: connection,
      target: connection,
    },
    values,
  );
  const fields = compileMappingExplainer(mapping, {})(subject, { now: 0 });
  const explanation: Explanation = { decided_by: 'mapping', message: 'x', fields };
  return mask({ record: { sourceKey: '1', outcome: 'filtered' }, explanation, isRewritten }, subject);
}

describe('runs/explain/mask-explanation', () => {
  it('hides what reads a sensitive field, around one or below one, and what is written to one', () => {
    const masked = explainMasked('shown');

    expect(masked.fields?.map(({ value }) => value)).toEqual([
      'ada@x.org',
      'text(6)',
      { name: 'text(3)', password: 'text(6)' },
      'text(9)',
    ]);
    expect(JSON.stringify(masked)).not.toMatch(/s3cret|welcome/i);
  });

  it('shows shapes only where it is asked to', () => {
    const masked = explainMasked('shapes');

    expect(masked.fields?.[0]).toMatchObject({
      sources: [{ path: 'email', value: 'text(9)' }],
      steps: [{ value: 'text(9)' }],
      value: 'text(9)',
    });
  });

  it('hides everything where a script may have moved a sensitive field', () => {
    expect(explainMasked('shown', { isRewritten: true }).fields?.[0]?.value).toBe('text(9)');
    expect(explainMasked('shown', { isRewritten: true, subject: { email: 'ada@x.org' } }).fields?.[0]?.value).toBe(
      'ada@x.org',
    );
  });
});
