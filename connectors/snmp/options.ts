import { z } from 'zod';
import { isOid } from '../kit/snmp/oid.ts';
import { valueTypes } from '../kit/snmp/operations.ts';

const oid = z.string().max(500).refine(isOid, 'This is not an object identifier in numbers.');

const columns = z
  .record(
    z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
        'Must be a word of letters, digits, underscores and hyphens: interface_name.',
      ),
    z.strictObject({
      oid,
      type: z.enum(valueTypes).optional(),
    }),
  )
  .refine((given) => Object.keys(given).length <= 64, 'At most 64 fields.')
  .optional()
  .meta({
    title: 'Fields of a record',
    help: 'Name of each field, and what follows the object in its identifier: `{"alias": {"oid": "18"}}`. `type` says how it is written: bytes of a MAC address, for instance. By the value where it is left out.',
  });

export const sourceOptions = z.strictObject({
  read: z.enum(['table', 'scalars', 'subtree']).default('table').meta({
    title: 'What to read',
    help: 'table: a record for each row, the object being the entry. scalars: one record. subtree: a record for each value.',
  }),
  columns,
  page_size: z.int().min(1).max(5000).default(500).meta({ title: 'Records in a page' }),
});

export const targetOptions = z.strictObject({
  write: z.enum(['table', 'scalars']).default('table').meta({
    title: 'What to set',
    help: 'table: the row that the field `index` names. scalars: objects of which there is one each.',
  }),
  columns,
  row_status: oid.optional().meta({
    title: 'Column that makes and removes rows (RowStatus)',
    help: 'Without it, rows are only changed.',
    example: '5',
  }),
});
