import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../start/state/settings.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

const historyShape = z.looseObject({
  events: z.array(
    z.looseObject({
      activityTaskScheduledEventAttributes: z.looseObject({ activityType: z.looseObject({ name: z.string() }) }).optional(),
    }),
  ),
});

type History = z.infer<typeof historyShape>;

function read(name: string): History {
  return historyShape.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')));
}

/** @returns how each ended. */
async function replay(histories: readonly History[]): Promise<string[]> {
  const program = join(import.meta.dirname, 'replay-process.ts');
  const running = promisify(execFile)(process.execPath, [program, inject('workflowBundle')], { cwd: projectRoot });
  running.child.stdin?.end(JSON.stringify(histories));
  // The SDK prints there, too.
  const answer = (await running).stdout.split('\n').at(-1) ?? '';
  return z.array(z.string()).parse(JSON.parse(answer));
}

/** A history that the workflow would not have made. */
function readAltered(): History {
  const history = read('segments.json');
  const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes !== undefined);
  const attributes = scheduled?.activityTaskScheduledEventAttributes;
  if (attributes === undefined) throw new Error('The history has no activity.');
  attributes.activityType.name = 'somethingElse';
  return history;
}

let ends: string[];

beforeAll(async () => {
  ends = await replay([...names.map(read), readAltered()]);
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

  it.each(names)('replays %s', (name) => {
    expect(ends[names.indexOf(name)]).toBe('replayed');
  });

  it('refuses a history that the workflow would not have made', () => {
    expect(ends).toHaveLength(names.length + 1);
    expect(ends.at(-1)).toBe('DeterminismViolationError');
  });
});
