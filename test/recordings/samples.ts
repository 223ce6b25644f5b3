import { z } from 'zod';
import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/define.ts';
import { renderBaseUrl } from '../../connectors/kit/http/base-url.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** Values of a connection that reaches nobody: configuration and credentials as the forms give examples of them. */

/** @param all Also fields that may be left out. */
export function sampleConfig({ config }: HttpConnector, all: boolean): JsonObject {
  return sampleOf(config, all);
}

/** The connector's first way to sign in, but that it sends nothing: recordings say nothing of credentials. */
export function unsigned(connector: HttpConnector): { method: AuthMethod; credentials: JsonObject } {
  const [first] = connector.auth;
  if (first === undefined) throw new TypeError(`${connector.id} has no way to sign in.`);
  return { method: { ...first, apply: { kind: 'none' } }, credentials: sampleOf(first.credentials, true) };
}

/** The base address of such a connection. */
export function renderSampleUrl(connector: HttpConnector, all: boolean): string {
  const { credentials } = unsigned(connector);
  return renderBaseUrl(connector.http, { config: sampleConfig(connector, all), auth: credentials });
}

function sampleOf(shape: z.ZodObject, all: boolean): JsonObject {
  const fields: [string, unknown][] = Object.entries(shape.shape);
  const samples = fields.flatMap(([name, field]): [string, Json][] => {
    const sample =
      field instanceof z.ZodType && (all || !field.safeParse(undefined).success) ? sampleValue(field) : undefined;
    return sample === undefined ? [] : [[name, sample]];
  });
  return Object.fromEntries(samples);
}

function sampleValue(field: z.ZodType): Json | undefined {
  const example = field.meta()?.['example'];
  if (isScalar(example)) return example;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    const inner = field.unwrap();
    const sample = inner instanceof z.ZodType ? sampleValue(inner) : undefined;
    if (field instanceof z.ZodDefault) return toJson(field.parse(undefined));
    return sample;
  }
  return toJson(toFirst(['sample', 1, true].map((value) => field.safeParse(value))) ?? enumValue(field));
}

function toFirst(parsed: readonly z.ZodSafeParseResult<unknown>[]): unknown {
  return parsed.find(({ success }) => success)?.data;
}

function enumValue(field: z.ZodType): unknown {
  return field instanceof z.ZodEnum ? field.options[0] : undefined;
}

function toJson(value: unknown): Json | undefined {
  return isScalar(value) || isJsonObject(value) ? value : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
