import { RE2JS } from 're2js';
import { z } from 'zod';
import { messages } from '../../../core/messages.ts';

/**
 * Forms as JSON Schema 2020-12, of which organizations' connectors take a part: what people fill in for a connection is flat.
 * Secrets are marked `x-secret`.
 */

/** @see docs/limits.md */
export const patternLengthMax = 200;

const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, messages.customNameInvalid);
const words = z.string().min(1).max(1000);

const formField = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  title: words,
  description: words.optional(),
  examples: z.array(words).max(3).optional(),
  default: z.union([z.string().max(1000), z.number(), z.boolean()]).optional(),
  enum: z.array(words).min(1).max(100).optional(),
  pattern: z.string().max(patternLengthMax).refine(isPattern, messages.customPatternInvalid).optional(),
  minLength: z.int().min(0).max(8192).optional(),
  maxLength: z.int().min(1).max(8192).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  'x-secret': z.boolean().optional(),
});

export const formSchema = z.strictObject({
  type: z.literal('object').optional(),
  properties: z
    .record(fieldName, formField)
    .refine((properties) => Object.keys(properties).length <= 40, messages.customTooMany({ max: 40 }))
    .default({}),
  required: z.array(fieldName).max(40).default([]),
  additionalProperties: z.literal(false).optional(),
});

export type Form = z.output<typeof formSchema>;
type FormField = z.output<typeof formField>;

/** RE2 takes linear time for every pattern and text. Counted repetitions grow as it compiles, so they are limited. */
function isPattern(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from = '', to = '']) => Number(to || from));
  if (counts.reduce((product, count) => product * Math.max(1, count), 1) > 10_000) return false;
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * The form as connectors of the hub have it.
 *
 * @param destinations Names of the fields that decide where credentials are sent.
 */
export function toForm({ properties, required }: Form, destinations: ReadonlySet<string> = new Set()): z.ZodObject {
  const shape = Object.entries(properties).map(([name, field]) => {
    const { title, description: help, pattern, examples: [example] = [] } = field;
    const meta = {
      title,
      ...(help === undefined ? {} : { help }),
      ...(example === undefined ? {} : { example }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(field['x-secret'] === true ? { secret: true } : {}),
      ...(destinations.has(name) ? { destination: true } : {}),
    };
    const value = toValue(field).meta(meta);
    if (field.default !== undefined) return [name, value.default(field.default).meta(meta)] as const;
    return [name, required.includes(name) ? value : value.optional().meta(meta)] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}

function toValue(field: FormField): z.ZodType {
  const { type, minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field;
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.int().min(minimum).max(maximum);
    case 'number':
      return z.number().min(minimum).max(maximum);
    case 'string':
      return field.enum === undefined ? toText(field) : z.enum(field.enum);
  }
}

function toText({ minLength = 1, maxLength, pattern, 'x-secret': secret }: FormField): z.ZodType {
  const text = z
    .string()
    .min(minLength)
    .max(maxLength ?? (secret === true ? 8192 : 1024));
  if (pattern === undefined) return text;
  const compiled = RE2JS.compile(pattern);
  return text.refine((value) => compiled.matcher(value).find(), messages.customPatternUnmet({ pattern }));
}
