import type { z } from 'zod';
import { type FieldError, invalidRequest } from './errors.ts';
import { messages } from './messages.ts';

type Issue = z.core.$ZodIssue;

/** Turns what zod found into field errors of the API; values that were sent are never repeated. */
export function toFieldErrors(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({
          path: toPathText([...path, key]),
          code: 'unknown_field',
          message: messages.fieldUnknown,
        }));
      case 'invalid_union':
        return fromUnion(issue, path);
      case 'invalid_value':
        return [{ path: toPathText(path), ...noSuchValue, allowed: issue.values.map(String) }];
      case 'invalid_type':
        return [
          { path: toPathText(path), ...(isMissing(issue) ? missing : { code: issue.code, message: issue.message }) },
        ];
      case 'invalid_key':
        return issue.issues.map(({ message }) => ({
          path: toPathText(path),
          code: issue.code,
          message: messages.keyInvalid({ reason: message }),
        }));
      case 'custom':
        return [{ path: toPathText(path), code: noSuchValue.code, message: issue.message }];
      default:
        return [{ path: toPathText(path), code: issue.code, message: issue.message }];
    }
  });
}

const noSuchValue = { code: 'invalid_value', message: messages.valueNotAllowed };
const missing = { code: 'required', message: messages.fieldRequired };

function isMissing(issue: Issue): boolean {
  return issue.message.endsWith('received undefined');
}

/** Of the forms of a union, reports the errors of the best match. */
function fromUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: readonly PropertyKey[]): FieldError[] {
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0) {
    // The discriminator has none of its values.
    return [{ path: toPathText(path), ...noSuchValue, allowed: issue.options.map(String) }];
  }
  const readings = issue.errors.map((issues) => toFieldErrors(issues, path));
  const candidates = readings
    .filter((errors) => errors.some((error) => error.path !== toPathText(path)))
    .toSorted((a, b) => a.length - b.length);
  const listed = readings.find((errors) => errors.some(({ allowed }) => allowed !== undefined));
  return (
    candidates[0] ?? listed ?? [{ path: toPathText(path), code: 'invalid_type', message: messages.formNotAllowed }]
  );
}

/** `['mapping', 2, 'to']` → `mapping[2].to` */
export function toPathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/**
 * Parses a value by a schema.
 *
 * @throws {HubError} `invalid_request` with every field error.
 */
export function parseInput<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(messages.bodyInvalid, toFieldErrors(parsed.error.issues));
}
