import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { msToTs } from '@temporalio/common/lib/time.js';
import { systemClock } from '../../core/clock.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { searchAttributes, startWorkflow } from '../../worker/start-workflow.ts';

/** As a namespace of an earlier version has them. */
const older = ['organization', 'integration', 'connectors', 'trigger'] as const;
const keyword = 2;
const keywordList = 7;
const namespace = 'older-attributes';

let connection: NativeConnection;

beforeAll(async () => {
  connection = await NativeConnection.connect({ address: inject('temporal').address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(86_400_000),
  });
});

afterAll(() => connection.close());

describe('test/integration/search-attributes', () => {
  it('starts runs in a namespace that lacks the newer ones, without these', { timeout: 60_000 }, async () => {
    const types = older.map((name) => [searchAttributes[name].name, name === 'connectors' ? keywordList : keyword]);
    // A new namespace is known everywhere only some seconds later.
    await expect
      .poll(
        () =>
          connection.operatorService
            .addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(types) })
            .then(() => 'added')
            .catch(String),
        { timeout: 30_000 },
      )
      .toBe('added');
    const client = new Client({ connection, namespace });
    const runId = newUuid();
    const run = {
      orgId: newUuid(),
      integrationId: newUuid(),
      runId,
      name: 'People',
      trigger: 'manual' as const,
      connectors: ['http'],
    };

    await expect
      .poll(
        () => startWorkflow({ client, taskQueue: 'nobody', clock: systemClock }, run).then(() => 'started', String),
        { timeout: 30_000 },
      )
      .toBe('started');
    const { typedSearchAttributes: found } = await client.workflow.getHandle(toId('run', runId)).describe();

    expect(found.get(searchAttributes.trigger)).toBe('manual');
    expect([found.get(searchAttributes.name), found.get(searchAttributes.outcome)]).toEqual([undefined, undefined]);
  });
});
