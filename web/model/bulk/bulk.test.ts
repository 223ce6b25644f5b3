import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';
import { countOutcomes, type Outcome, runEach } from './run-each.ts';

const items = Array.from({ length: 9 }, (_, index) => ({ id: `item ${index}` }));

describe('web/model/bulk/bulk', () => {
  it('does the same to each, a few at a time, and goes on after one that is refused', async () => {
    const outcomes = new Map<string, Outcome>();
    let [now, most] = [0, 0];

    await runEach(
      items,
      async ({ id }) => {
        now += 1;
        most = Math.max(most, now);
        await Promise.resolve();
        now -= 1;
        if (id === 'item 3') throw new Error('It has ended already.');
      },
      (id, outcome) => outcomes.set(id, outcome),
    );

    expect(most).toBe(4);
    expect(outcomes.get('item 3')).toEqual({ state: 'refused', message: 'It has ended already.' });
    expect(countOutcomes(outcomes.values())).toBe('8 done, 1 refused');
    expect(countOutcomes([{ state: 'done' }, { state: 'waiting' }])).toBe('1 done, 1 to go');
  });

  it.each([
    ['run People', { verb: 'run', rest: 'People' }],
    ['  Pause  New hires ', { verb: 'pause', rest: 'New hires' }],
    ['runs', { verb: undefined, rest: 'runs' }],
    ['run', { verb: undefined, rest: 'run' }],
    ['open approvals', { verb: undefined, rest: 'approvals' }],
    ['go to runs', { verb: undefined, rest: 'runs' }],
    ['People', { verb: undefined, rest: 'People' }],
  ])('reads %j', (text, command) => {
    expect(readCommand(text)).toEqual(command);
  });
});
