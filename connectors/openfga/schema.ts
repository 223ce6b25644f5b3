import { z } from 'zod';

/** Records of OpenFGA. @see https://github.com/openfga/api */

const text = z.string().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const condition = z.looseObject({ name: text, context: z.record(z.string(), z.json()).nullish() });

const tuple = {
  user: z.string().meta({ title: 'User', example: 'user:anne' }),
  relation: z.string().meta({ title: 'Relation', example: 'reader' }),
  object: z.string().meta({ title: 'Object', example: 'document:roadmap' }),
};

export const Tuple = z.looseObject({ ...tuple, condition: condition.nullish(), timestamp: instant });
export const NewTuple = z.strictObject({ ...tuple, condition: condition.optional() });

export const Change = z.looseObject({
  tuple_key: z.looseObject(tuple),
  operation: z.string().meta({ title: 'TUPLE_OPERATION_WRITE or TUPLE_OPERATION_DELETE' }),
  timestamp: z.string().meta({ format: 'date-time' }),
});

export const Model = z.looseObject({
  id: z.string().optional().meta({ title: 'Id' }),
  schema_version: text,
  type_definitions: z.array(z.looseObject({ type: text })).nullish(),
});

export const Store = z.looseObject({
  id: z.string().optional().meta({ title: 'Id' }),
  name: text,
  created_at: instant,
  updated_at: instant,
});
