import { z } from 'zod';
import type { Json } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { valuePath } from '../fields.ts';
import type { ResponseHeaders } from './rate-signals.ts';

/** What an answer is told by: all given parts must fit. */
export const answerConditionSchema = z.strictObject({
  status: z.union([z.int(), z.array(z.int()).min(1)]).optional(),
  /** The header is there, and holds this text where one is given. */
  header: z.strictObject({ name: z.string().toLowerCase(), includes: z.string().min(1).optional() }).optional(),
  /** The body holds one of these texts. */
  bodyIncludes: z.array(z.string().min(1)).optional(),
  /** The body, JSON or XML (without prefixes), holds something here that is neither null, false nor empty. */
  path: valuePath.optional(),
  /** The body holds nothing here. */
  lacks: valuePath.optional(),
  /** What is at `path` is one of these instead; texts compare without regard to case. */
  equals: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .optional(),
  /** What is at `path` is a text that holds one of these instead. */
  holds: z.array(z.string().min(1)).min(1).optional(),
});

export type AnswerCondition = z.infer<typeof answerConditionSchema>;

/** What an answer is judged by. */
export interface JudgedAnswer {
  status: number;
  headers: ResponseHeaders;
  /** The body as text, cut to what an error says in practice. */
  text: string;
  /** The whole body as one value, where it is JSON or XML. Asked for only by conditions that need it. */
  readDocument?(): Json | undefined;
}

export function fitsAnswer(when: AnswerCondition, answer: JudgedAnswer): boolean {
  const statuses = typeof when.status === 'number' ? [when.status] : when.status;
  if (statuses !== undefined && !statuses.includes(answer.status)) return false;
  if (when.header !== undefined) {
    const value = answer.headers[when.header.name];
    if (value === undefined || !value.includes(when.header.includes ?? '')) return false;
  }
  if (when.bodyIncludes !== undefined && !when.bodyIncludes.some((text) => answer.text.includes(text))) return false;
  if (when.lacks !== undefined && !isBlank(readBody(when.lacks, answer))) return false;
  return when.path === undefined || fitsValue(when, readBody(when.path, answer));
}

function readBody(path: string, { readDocument }: JudgedAnswer): Json | undefined {
  return compileReader(path)(readDocument?.() ?? null);
}

function fitsValue({ equals, holds }: AnswerCondition, value: Json | undefined): boolean {
  if (holds !== undefined) return typeof value === 'string' && holds.some((text) => value.includes(text));
  if (equals === undefined) return !isBlank(value);
  return equals.some((wanted) => wanted === value || (typeof value === 'string' && isSameText(value, wanted)));
}

function isSameText(value: string, wanted: string | number | boolean): boolean {
  return value.toLowerCase() === String(wanted).toLowerCase();
}

function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
