import { z } from 'zod';
import { templateText, valuePath } from '../kit/fields.ts';
import { headers } from '../kit/http/header-fields.ts';

const name = z.string().min(1).max(200);
const path = valuePath.max(512);
const template = templateText.max(2048);

export const targetOptions = z.strictObject({
  path: template.optional().meta({
    title: 'Path',
    help: "Fields of the mapped record stand in braces: `/users/{user_name}`. The object's name where it is left out.",
  }),
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  body: z.enum(['json', 'form']).default('json'),
  headers,
  idempotency: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('put_by_key') }),
      z.strictObject({
        kind: z.literal('header'),
        name: name.default('Idempotency-Key'),
        ttl_hours: z.number().positive().max(8760).default(24),
      }),
      z.strictObject({
        kind: z.literal('find'),
        path: template,
        records_path: path.optional(),
        search_lag_seconds: z.number().min(0).max(3600).default(0),
        not_found_is_absent: z.boolean().optional(),
      }),
      z.strictObject({ kind: z.literal('none') }),
    ])
    .default({ kind: 'none' })
    .meta({
      title: 'How a write is recognised after its answer was lost',
      help: 'put_by_key: the path names the record, writing again is harmless. header: the system remembers a key that we send. find: we look for a record with the same match fields; not_found_is_absent says whether 404 means that there is none (default: only where the path ends in a value of the record and asks for nothing else, as `/users/{name}`). none: not at all.',
    }),
  update: z
    .strictObject({ path: template, method: z.enum(['PUT', 'PATCH', 'POST']).default('PATCH') })
    .optional()
    .meta({ title: 'How a record that exists is changed', help: '`{$target_id}` is the id that the system gave it.' }),
  delete: z
    .strictObject({ path: template, method: z.enum(['DELETE', 'POST']).default('DELETE') })
    .optional()
    .meta({
      title: 'How a record is deleted',
      help: 'Its path names the record by its fields, or by `{$target_id}`, which needs `target_id_path`. A record that is gone counts as deleted.',
    }),
  target_id_path: path.optional().meta({ title: 'Where the answer holds the id of the record' }),
  concurrency: z.int().min(1).max(32).default(8).meta({ title: 'Requests at once' }),
});

export type TargetOptions = z.output<typeof targetOptions>;
