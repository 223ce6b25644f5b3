import type { FieldError } from '../../core/errors.ts';
import { compileGetter, type Getter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';

/** Fields of a record that together identify it. */
export interface FieldSet {
  paths: readonly string[];
  getters: readonly Getter[];
}

/** Compiles paths, and adds those that are none to `problems`. @param at Where they stand in the definition. */
export function compilePaths(names: readonly string[], at: string, problems: FieldError[]): FieldSet {
  const paths: string[] = [];
  const getters: Getter[] = [];
  for (const [index, name] of names.entries()) {
    const parsed = parsePath(name);
    if (parsed.ok) {
      paths.push(parsed.path.text);
      getters.push(compileGetter(parsed.path));
    } else {
      problems.push({ path: `${at}[${index}]`, code: 'invalid_path', message: parsed.message });
    }
  }
  return { paths, getters };
}
