import type { JsonValue } from '../../../model/json.ts';

/** What a person can put in place of a value that is wrong. */
export interface Fix {
  words: string;
  value: string;
}

const fixesMax = 4;

/**
 * The fixes that a finding suggests for a text. In a formula, only the name that the message quotes is replaced.
 *
 * @param value As it is now. What is no text has no fix: a list is not repaired by one of its entries.
 */
export function listFixes(
  { path, message, allowed }: { path: readonly (string | number)[]; message: string; allowed: readonly string[] },
  value: JsonValue | undefined,
): Fix[] {
  if (typeof value !== 'string' || allowed.length > fixesMax) return [];
  const isName = /^[\w$.`[\]-]*$/.test(value);
  const quoted = [...message.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return allowed.flatMap((one): Fix[] => {
    if (isName || path.at(-1) === 'value') return [{ words: one, value: one }];
    const wrong = quoted.find((name) => name !== one && value.includes(name));
    return wrong === undefined ? [] : [{ words: one, value: value.replace(wrong, () => one) }];
  });
}
