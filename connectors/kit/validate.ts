import { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { AuthMethod } from './auth/methods.ts';
import type { Connector } from './connector.ts';
import { toFieldErrors } from '../../core/field-errors.ts';
import { toJsonObject, toPlainText } from './type-guards.ts';

export type CredentialsCheck =
  { ok: true; authMethod: string; value: JsonObject } | { ok: false; errors: FieldError[] };

/**
 * Finds the auth method whose form the credentials fit. Keys that a form does not have are refused.
 *
 * Where none fits, the errors are those of the form that shares most keys with what was sent, of equals the one with the
 * fewest errors; paths begin with `credentials`.
 */
export function validateCredentials(connector: Connector, credentials: unknown): CredentialsCheck {
  let nearest: Attempt | undefined;
  for (const method of connector.auth) {
    const parsed = strictly(method.credentials).safeParse(credentials);
    if (parsed.success) return { ok: true, authMethod: method.id, value: toJsonObject(parsed.data) };
    const found = {
      shared: countShared(method, credentials),
      errors: toFieldErrors(parsed.error.issues, ['credentials']),
    };
    if (nearest === undefined || isNearer(found, nearest)) nearest = found;
  }
  return { ok: false, errors: nearest?.errors ?? [] };
}

interface Attempt {
  /** Keys that the form has and that were sent. */
  shared: number;
  errors: FieldError[];
}

function isNearer(one: Attempt, other: Attempt): boolean {
  return one.shared === other.shared ? one.errors.length < other.errors.length : one.shared > other.shared;
}

const strictForms = new WeakMap<z.ZodObject, z.ZodObject>();

/** The form, with keys that it does not have refused. Made once: zod compiles a shape when it is first used. */
function strictly(form: z.ZodObject): z.ZodObject {
  const strict = strictForms.get(form) ?? form.strict();
  strictForms.set(form, strict);
  return strict;
}

function countShared(method: AuthMethod, credentials: unknown): number {
  if (typeof credentials !== 'object' || credentials === null) return 0;
  return Object.keys(method.credentials.shape).filter((key) => Object.hasOwn(credentials, key)).length;
}

export type ConfigCheck = { ok: true; value: JsonObject } | { ok: false; errors: FieldError[] };

/** Checks a connection's non-secret parameters and completes them with their defaults; paths begin with `config`. */
export function validateConfig(connector: Connector, config: unknown): ConfigCheck {
  const parsed = strictly(connector.config).safeParse(config ?? {});
  return parsed.success
    ? { ok: true, value: toJsonObject(parsed.data) }
    : { ok: false, errors: toFieldErrors(parsed.error.issues, ['config']) };
}

/** Names of the fields of a credential form that are secret. */
export function listSecretFields(method: AuthMethod): string[] {
  return Object.entries(method.credentials.shape)
    .filter(([, field]) => isSecret(field))
    .map(([name]) => name);
}

/** The values of those. */
export function readSecretFields(method: AuthMethod, credentials: JsonObject): string[] {
  return listSecretFields(method).map((name) => toPlainText(credentials[name]));
}

function isSecret(field: unknown): boolean {
  if (!(field instanceof z.ZodType)) return false;
  if (field.meta()?.['secret'] === true) return true;
  return (field instanceof z.ZodOptional || field instanceof z.ZodDefault) && isSecret(field.unwrap());
}

/** The part of a credential form that may be shown and may stand in addresses. */
export function pickPublicFields(method: AuthMethod, credentials: JsonObject): JsonObject {
  const secret = new Set(listSecretFields(method));
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => !secret.has(name)));
}
