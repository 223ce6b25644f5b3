import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { freeJson } from '../../../core/json/free-json.ts';
import type { PatchOperation } from './scim-patch.ts';
import { ScimError } from './scim-error.ts';

export interface ScimList {
  total: number;
  resources: readonly object[];
}

const operationsMax = 1000;

const patchBody = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1024).optional(),
        value: freeJson.optional(),
      }),
    )
    .min(1)
    .max(operationsMax),
});

/** @throws {ScimError} `invalidSyntax` */
export function parsePatch(body: unknown): PatchOperation[] {
  const parsed = patchBody.safeParse(withNames(body));
  if (!parsed.success)
    throw new ScimError(400, 'The body must have Operations of add, replace or remove.', 'invalidSyntax');
  return parsed.data.Operations;
}

/** Reads a resource, whatever the case of its names. @throws {ScimError} `invalidValue`, with the first place that is wrong. */
export function parseScim<Shape extends z.ZodObject>(shape: Shape, body: unknown): z.output<Shape> {
  const parsed = shape.safeParse(foldNames(body, Object.keys(shape.shape)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new ScimError(
    400,
    place === '' ? 'The body must be a resource.' : `The value of ${place} is not accepted.`,
    'invalidValue',
  );
}

function withNames(body: unknown): unknown {
  return foldNames(body, ['Operations']);
}

/** Names of attributes have no case (RFC 7643 §2.1). Null is the same as nothing. */
function foldNames(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(body).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [known.get(name.toLowerCase()) ?? name, value]));
}

/** A resource as JSON carries it. */
export function toJsonObject(resource: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(resource));
  return isJsonObject(copy) ? copy : {};
}
