import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { parseJson, toJsonObject } from './type-guards.ts';

/** JSON Schema of a zod shape, in the input's view; secret fields are marked `writeOnly`. */
export function toJsonSchema(shape: z.ZodType): JsonObject {
  const schema = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema['secret'] !== true) return;
      delete jsonSchema['secret'];
      jsonSchema.writeOnly = true;
      jsonSchema.format = 'password';
    },
  });
  const { $schema: _, ...rest } = schema;
  return toJsonObject(parseJson(JSON.stringify(rest)));
}
