import { z } from 'zod';
import { describeIssue } from './messages/describe-issue.ts';
import { type FieldError, invalidRequest } from './errors.ts';
import { messages } from './messages.ts';
import { suggest } from './names/suggest.ts';

type Issue = z.core.$ZodIssue;

/** Unknown fields of one body that a known one is looked for: a body may have thousands. */
const suggestionsMax = 20;

/** So many fields of an object are listed. */
const listedMax = 30;

/** The fields of an object's schema, by the list of unknown ones that zod reports: its issues do not carry the schema. */
const knownFields = new WeakMap<readonly string[], readonly string[]>();

z.config({
  // An error map sees the schema behind an issue. This one takes note of it, too.
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
      knownFields.set(issue.keys, Object.keys(issue.inst.shape));
    return describeIssue(issue);
  },
});

/**
 * Turns what zod found into field errors of the API; values that were sent are never repeated.
 *
 * An unknown field that resembles a known one of its object is reported with that name, also in `allowed`. Where it resembles
 * none, `allowed` has all of them, unless they are many.
 */
export function toFieldErrors(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): FieldError[] {
  return listErrors(issues, prefix, { suggestions: suggestionsMax });
}

/** What is left to spend on one body. */
interface Budget {
  suggestions: number;
}

function listErrors(issues: readonly Issue[], prefix: readonly PropertyKey[], budget: Budget): FieldError[] {
  // Lengths of values of another type are told, too: a text has one where a list is asked for.
  const mistyped = new Set(issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [toPathText(path)] : [])));
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code !== 'invalid_type' && mistyped.has(toPathText(issue.path))) return [];
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({
          path: toPathText([...path, key]),
          code: 'unknown_field',
          ...describeUnknown(key, knownFields.get(issue.keys) ?? [], budget),
        }));
      case 'invalid_union':
        return fromUnion(issue, path, budget);
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

function describeUnknown(
  name: string,
  known: readonly string[],
  budget: Budget,
): Pick<FieldError, 'message' | 'allowed'> {
  if (budget.suggestions <= 0) return { message: messages.fieldUnknown({ meant: undefined }) };
  budget.suggestions -= 1;
  const meant = suggest(name, known);
  const allowed = meant === undefined ? known : [meant];
  const isListed = allowed.length > 0 && allowed.length <= listedMax;
  return { message: messages.fieldUnknown({ meant }), ...(isListed ? { allowed: [...allowed] } : {}) };
}

const noSuchValue = { code: 'invalid_value', message: messages.valueNotAllowed };
const missing = { code: 'required', message: messages.fieldRequired };

function isMissing(issue: Issue): boolean {
  return issue.message.endsWith('received undefined');
}

/** Of the forms of a union, reports the errors of the best match. */
function fromUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: readonly PropertyKey[],
  budget: Budget,
): FieldError[] {
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0) {
    // The discriminator has none of its values.
    return [{ path: toPathText(path), ...noSuchValue, allowed: issue.options.map(String) }];
  }
  const readings = issue.errors.map((issues) => listErrors(issues, path, budget));
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
