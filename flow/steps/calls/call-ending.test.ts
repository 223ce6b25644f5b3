import { describe, expect, it } from 'vitest';
import { describeFailure } from './call-ending.ts';

describe('flow/steps/calls/call-ending', () => {
  it('names the run that ended before the item that was called', () => {
    const { code, message } = describeFailure({ outcome: 'left', run_id: 'run_7', item_id: null, response: null });

    expect([code, message]).toEqual([
      'call_failed',
      expect.stringContaining('The run of the called integration (run_7)'),
    ]);
  });
});
