import { describe, expect, it } from 'vitest';
import type { FlowStep } from '../../client/operations.data.ts';
import { describeTrigger } from './describe-trigger.ts';
import { countFlowSteps, describeFlowStep, listFlowBranches } from './flow-steps.ts';
import { nameWorkflow } from './name-workflow.ts';

const stop = (id: string): FlowStep => ({ id, stop: 'succeeded' });

describe('web/model/flow-steps', () => {
  it('lists the steps within a step, and why an item comes to them', () => {
    const choice: FlowStep = {
      id: 'choice',
      condition: [{ when: 'record.new', steps: [stop('a')] }],
      else: [stop('b')],
      on_error: [stop('c')],
    };
    const loop: FlowStep = { id: 'loop', for_each: 'record.lines', as: 'line', steps: [choice] };
    const scope: FlowStep = { id: 'scope', scope: [loop], finally: [stop('d')], on_error: 'undo' };
    const both: FlowStep = { id: 'both', parallel: [{ name: 'mail', steps: [stop('e')] }] };
    const wordsOf = (step: FlowStep): string[] => listFlowBranches(step).map(({ words }) => words);

    expect([choice, loop, scope, both].map(wordsOf)).toEqual([
      ['if record.new', 'else', 'if it fails'],
      ['each line'],
      ['together', 'finally'],
      ['mail'],
    ]);
    expect(countFlowSteps([scope, both])).toBe(9);
  });

  it('calls an action that only reads by what it does', () => {
    const end = { connection_id: 'conn_x', object: 'users' };
    const find: FlowStep = { id: 'boss', action: { ...end, operation: 'find', by: 'record.boss' } };
    const list: FlowStep = { id: 'members', action: { ...end, operation: 'list', where: { team: 'record.team' } } };
    const write: FlowStep = { id: 'account', action: { ...end, operation: 'create', mapping: [] } };

    expect([find, list, write, stop('end'), { id: 'later' }].map((step) => describeFlowStep(step).words)).toEqual([
      'Look up',
      'Read',
      'Write',
      'Stop',
      'Step',
    ]);
  });

  it('leaves out what has no steps', () => {
    expect(listFlowBranches({ id: 'choice', condition: [{ when: 'true', steps: [] }], else: [] })).toEqual([]);
  });

  it('names a trigger by its integration, and by its id where somebody chose one', () => {
    const name = (id: string): string => nameWorkflow({ name: `People (${id})`, trigger_id: id });

    expect([name('schedule'), name('weekly')]).toEqual(['People', 'People (weekly)']);
  });

  it('says when a schedule starts runs as people say it', () => {
    const schedule = { type: 'schedule' as const };

    expect([
      describeTrigger({ ...schedule, every: 'weekly', on: ['mon', 'thu'], at: '06:30' }),
      describeTrigger({ ...schedule, every: 'daily', at: ['06:00', '12:00', '18:00'], timezone: 'Europe/Berlin' }),
      describeTrigger({ ...schedule, every: '15m' }),
      describeTrigger({ ...schedule, every: 'daily', at: '06:30' }, 'Asia/Tokyo'),
    ]).toEqual([
      'Weekly on Mon and Thu at 06:30 (UTC)',
      'Daily at 06:00, 12:00, and 18:00 (Europe/Berlin)',
      'Every 15m',
      'Daily at 06:30 (Asia/Tokyo)',
    ]);
  });
});
