import { describe, expect, it } from 'vitest';
import { layOutRecords, layOutTable } from './table.ts';

describe('cli/output/table', () => {
  it('heads members as mappings call them, and shows those without a value', () => {
    const records = [
      { employee_id: 'E1', manager_id: null, 'odd.name': 1 },
      { employee_id: 'E2', address: { city: 'Ulm' } },
    ];

    expect(layOutTable(records, [])).toEqual([
      'employee_id  manager_id  ["odd.name"]  address',
      'E1                       1',
      'E2                                     {"city":"Ulm"}',
    ]);
  });

  it('takes what does not fit a line from the widest columns, and leaves ids whole', () => {
    const id = 'run_01m8220gree97rnpvmyt5s00nb';
    const record = { id, message: 'a long message '.repeat(10).trim(), state: 'ok' };

    const [, row = ''] = layOutTable([record], ['id', 'message', 'state'], 80);

    expect(row).toHaveLength(80 - 'STATE'.length + 'ok'.length);
    expect(row).toMatch(new RegExp(`^${id}  a long message .*…  ok$`));
    expect(layOutTable([record], ['id', 'message', 'state'])[1]).toContain(record.message);
  });

  it('lays out records one below the other without cutting what they hold', () => {
    const notes = 'a long note '.repeat(50).trim();

    expect(layOutRecords([{ id: 1, notes, manager_id: null }, { id: 2 }])).toEqual([
      'id          1',
      `notes       ${notes}`,
      'manager_id',
      '',
      'id          2',
    ]);
  });
});
