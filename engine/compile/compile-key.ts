import type { FieldError } from '../../core/errors.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Definition, SourceDefinition } from '../definition.ts';
import { keyProblem, toKeyText } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import { compilePaths } from './compile-paths.ts';
import type { DescribedObject } from './described-object.ts';

/** What a record of the source is known by. */
export interface CompiledKey {
  paths: readonly string[];
  read: Plan['readKey'];
}

/** Compiles what identifies a record of the source; what is wrong with it is added to `problems`. */
export function compileKey(
  { source: definition, aggregate }: Pick<Definition, 'aggregate'> & { source: SourceDefinition },
  object: DescribedObject,
  problems: FieldError[],
): CompiledKey {
  if (object.operations.list === undefined) {
    problems.push({ path: 'source.object', code: 'not_readable', message: 'This object cannot be read.' });
  }
  const names = definition.key ?? object.key;
  // Where records are grouped, groups have keys, and nobody needs those of the records.
  if (names === undefined && aggregate === undefined) {
    problems.push({
      path: 'source.key',
      code: 'required',
      message:
        'This object declares no key: name the fields that identify a record. The primary key of a table is known once the schema of its connection was read.',
    });
  }
  const { paths, getters } = compilePaths(names ?? [], 'source.key', problems);
  return {
    paths,
    read: (record) => {
      const text = toKeyText(getters.map((get) => get(record)));
      if (text === undefined) return { ok: false, problem: missingKey };
      const problem = keyProblem(text);
      return problem === undefined ? { ok: true, key: text } : { ok: false, problem };
    },
  };
}

const missingKey: RecordProblem = { code: 'missing_key', message: 'The record has no value in a field of its key.' };
