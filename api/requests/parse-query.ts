import { z } from 'zod';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { toFieldErrors } from '../../core/field-errors.ts';
import { suggest } from '../../core/names/suggest.ts';
import type { HubContext } from '../hub-context.ts';
import { messages } from '../../core/messages.ts';

const noParameters = z.strictObject({});

/**
 * Parses the query string strictly: a parameter that is unknown, or that comes twice, is an error.
 *
 * @throws {HubError} `invalid_request`
 */
export function parseQuery(c: HubContext, shape: z.ZodObject = noParameters): Record<string, unknown> {
  // Hono's own parser passes over parameters without a name.
  const sent = [...new URL(c.req.url).searchParams];
  const values = Object.fromEntries(sent);
  const repeated = Object.keys(values).filter((name) => sent.filter(([other]) => other === name).length > 1);
  const parsed = shape.safeParse(values);
  const errors: FieldError[] = [
    ...repeated.map((name) => ({
      path: `query.${name}`,
      code: 'repeated',
      message: messages.parameterRepeated,
    })),
    // No text of the database can hold it, so nothing can be found by it.
    ...sent
      .filter(([, value]) => value.includes('\0'))
      .map(([name]) => ({
        path: `query.${name}`,
        code: 'invalid_text',
        message: messages.textHasNul,
      })),
    ...(parsed.success ? [] : nameParameters(toFieldErrors(parsed.error.issues, ['query']), shape)),
  ];
  if (parsed.success && errors.length === 0) return parsed.data;
  throw invalidRequest(messages.queryInvalid, errors);
}

/** Lists the known parameters for an unknown one, and names the one that was probably meant. */
function nameParameters(errors: readonly FieldError[], { shape }: z.ZodObject): FieldError[] {
  const allowed = Object.keys(shape);
  return errors.map((error) =>
    error.code === 'unknown_field'
      ? { ...error, message: messages.parameterUnknown({ meant: nameMeant(error, allowed) }), allowed }
      : error,
  );
}

/** Of more unknown parameters than are looked at, `allowed` is absent. */
function nameMeant({ path, allowed }: FieldError, known: readonly string[]): string | undefined {
  return allowed === undefined ? undefined : suggest(path.replace('query.', ''), known);
}
