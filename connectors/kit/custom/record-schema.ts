import { z } from 'zod';
import { messages } from '../../../core/messages.ts';
import type { Json } from '../../../core/json.ts';
import { toJsonObject } from '../type-guards.ts';

/** Records as JSON Schema 2020-12: types, members and words. Fields that people see masked are marked `x-sensitive`. */

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const memberName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !forbidden.has(name), messages.keyForbidden);
const words = z.string().max(2000);
const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'] as const;

export interface RecordSchema {
  type?: (typeof types)[number] | (typeof types)[number][] | undefined;
  title?: string | undefined;
  description?: string | undefined;
  format?: string | undefined;
  enum?: (string | number | boolean | null)[] | undefined;
  properties?: Record<string, RecordSchema> | undefined;
  required?: string[] | undefined;
  items?: RecordSchema | undefined;
  'x-sensitive'?: boolean | undefined;
}

export const recordSchema: z.ZodType<RecordSchema> = z.lazy(() =>
  z.strictObject({
    type: z.union([z.enum(types), z.array(z.enum(types)).min(1).max(7)]).optional(),
    title: words.optional(),
    description: words.optional(),
    format: z.string().max(100).optional(),
    enum: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .max(500)
      .optional(),
    properties: z.record(memberName, recordSchema).optional(),
    required: z.array(memberName).optional(),
    items: recordSchema.optional(),
    'x-sensitive': z.boolean().optional(),
  }),
);

/** A shape that is described by the schema, and takes everything: records are not judged by what was declared of them. */
export function toShape(schema: RecordSchema): z.ZodType {
  return z.unknown().meta(toJsonObject(toDescribed(schema)));
}

function toDescribed(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toDescribed);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(
      members.map(([name, member]) => [name === 'x-sensitive' ? 'sensitive' : name, toDescribed(member)]),
    );
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
