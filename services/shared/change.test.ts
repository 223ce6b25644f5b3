import { describe, expect, it } from 'vitest';
import { applyChange, type Change } from './change.ts';

const record = { id: 'acc_1', name: 'Payroll', description: 'Monthly', created_at: '2026-01-01T00:00:00.000Z' };
const members = ['name', 'description'];

describe('services/shared/change', () => {
  describe.each<Change['mode']>(['replace', 'merge'])('%s', (mode) => {
    const apply = (change: Change['change']): unknown => applyChange(record, members, { id: record.id, mode, change });

    it('gives what is set, what stays and no read-only member', () => {
      expect(apply({ name: 'Wages' })).toEqual({ name: 'Wages', description: 'Monthly' });
    });

    it('takes away what is null', () => {
      expect(apply({ description: null })).toEqual({ name: 'Payroll' });
    });

    it('lets read-only members pass that say what is true', () => {
      expect(apply({ ...record, name: 'Wages' })).toEqual({ name: 'Wages', description: 'Monthly' });
    });

    it.each([
      ['a read-only member of another value', { id: 'acc_2' }],
      ['a read-only member that is null', { created_at: null }],
      ['an unknown member', { colour: 'red' }],
      ['an unknown member that is null', { colour: null }],
    ])('leaves %s for the shape to refuse', (_, change) => {
      expect(apply(change)).toEqual({ name: 'Payroll', description: 'Monthly', ...change });
    });
  });
});
