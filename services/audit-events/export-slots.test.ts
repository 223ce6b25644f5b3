import { describe, expect, it } from 'vitest';
import { createExportSlots, exportsMax } from './export-slots.ts';

describe('services/audit-events/export-slots', () => {
  it('gives an organization no more than its part, and everybody no more than there are', () => {
    const slots = createExportSlots({ monotonic: () => 0 });
    const first = slots.take('a');
    slots.take('a');

    expect(() => slots.take('a')).toThrow(expect.objectContaining({ code: 'quota_exceeded', retryAfterSeconds: 10 }));
    for (let count = exportsMax.organization; count < exportsMax.process; count += 1) slots.take(`other ${count}`);
    expect(() => slots.take('b')).toThrow(expect.objectContaining({ code: 'quota_exceeded' }));
    first.free();
    slots.take('b');
  });

  it('frees the slot of a stalled export', () => {
    let now = 0;
    const slots = createExportSlots({ monotonic: () => now });
    const idle = slots.take('a');
    const read = slots.take('a');
    now = 50_000;
    read.keep();
    now = 61_000;

    slots.take('a');

    expect(() => idle.keep()).toThrow(expect.objectContaining({ code: 'request_timeout' }));
    expect(() => read.keep()).not.toThrow();
    expect(() => slots.take('a')).toThrow(expect.objectContaining({ code: 'quota_exceeded' }));
  });
});
