import { findKind } from '../../as-code/kinds.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { type CliError, misuse } from '../cli-error.ts';

/** Tells a file for `hub apply` by what each resource in it must have; no body of a call has a `kind` of these. */
export function isResource(value: Json): boolean {
  const [first] = Array.isArray(value) ? value : [value];
  return isJsonObject(first) && typeof first['kind'] === 'string' && findKind(first['kind']) !== undefined;
}

/** @param name The file, as messages call it. */
export function isForApply(name: string): CliError {
  return misuse(
    `${name} is configuration as code: it says what \`kind\` each of its resources is, which this command does not take.`,
    'See what it would make, and make it: hub apply -f FILE',
  );
}
