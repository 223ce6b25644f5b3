import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

const historyShape = z.looseObject({
  events: z.array(
    z.looseObject({
      workflowExecutionStartedEventAttributes: z
        .looseObject({ input: z.looseObject({ payloads: z.array(z.looseObject({ data: z.string() })) }) })
        .optional(),
      activityTaskScheduledEventAttributes: z.looseObject({ activityType: z.looseObject({ name: z.string() }) }).optional(),
    }),
  ),
});

function read(name: string): z.infer<typeof historyShape> {
  return historyShape.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')));
}

/** The workflow id is the run's id, which is in the input. */
async function replay(history: z.infer<typeof historyShape>): Promise<void> {
  const payload = history.events[0]?.workflowExecutionStartedEventAttributes?.input.payloads[0]?.data ?? '';
  const input = z.object({ runId: z.string() }).parse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  await Worker.runReplayHistory(
    { workflowBundle: { codePath: inject('workflowBundle') }, replayName: 'committed history' },
    history,
    input.runId,
  );
}

beforeAll(() => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
});

describe('test/histories/replay', () => {
  it('has a history for each way a run can go', () => {
    expect(names).toEqual([
      'canceled-at-the-end.json',
      'canceled.json',
      'failed-workflow.json',
      'failed.json',
      'first-stretch.json',
      'segments.json',
    ]);
  });

  it.each(names)('replays %s', async (name) => {
    await expect(replay(read(name))).resolves.toBeUndefined();
  });

  it('refuses a history that the workflow would not have made', async () => {
    const history = read('segments.json');
    const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes !== undefined);
    const attributes = scheduled?.activityTaskScheduledEventAttributes;
    if (attributes === undefined) throw new Error('The history has no activity.');
    attributes.activityType.name = 'somethingElse';

    await expect(replay(history)).rejects.toThrow(DeterminismViolationError);
  });
});
