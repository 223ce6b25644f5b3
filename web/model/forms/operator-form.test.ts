import { describe, expect, it } from 'vitest';
import { readLimitChanges, readLimits } from './operator-form.ts';

describe('web/model/forms/operator-form', () => {
  it('sends the limits that were typed, and takes away those that were emptied', () => {
    const form = new FormData();
    form.append('requests_per_minute', ' 120 ');
    form.append('requests_burst', '');
    expect(readLimits(form)).toEqual({ requests_per_minute: 120 });
    expect(readLimitChanges(form)).toEqual({ requests_per_minute: 120, requests_burst: null, segments: null });
  });
});
