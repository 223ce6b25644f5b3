import type { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';

/** Turns what zod found in credentials, configuration or options into field errors. Sent values are never repeated. */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const at = toPathText(path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: toPathText([...path, key]),
        code: 'unknown_field',
        message: 'This field is not known here.',
      }));
    }
    if (issue.code === 'invalid_value') {
      const allowed = issue.values.map(String);
      return [{ path: at, code: 'invalid_value', message: 'This is none of the allowed values.', allowed }];
    }
    if (issue.code === 'invalid_union') return [toUnionError(issue, at)];
    if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
      return [{ path: at, code: 'required', message: 'This field is required.' }];
    }
    return [{ path: at, code: issue.code === 'custom' ? 'invalid_value' : issue.code, message: issue.message }];
  });
}

function toUnionError(issue: z.core.$ZodIssueInvalidUnion, at: string): FieldError {
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  const message = 'This is none of the allowed forms.';
  return { path: at, code: 'invalid_value', message, ...(options.length > 0 ? { allowed: options } : {}) };
}

/** `['mapping', 2, 'to']` → `mapping[2].to` */
function toPathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
