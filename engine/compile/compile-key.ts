import type { FieldError } from '../../core/errors.ts';
import type { Getter } from '../../core/path-readers.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Definition, SourceDefinition } from '../definition.ts';
import { keyProblem, toKeyText, toSameKey } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import { elementKeyOf, toNames } from '../stages/flatten.ts';
import { compilePaths } from './compile-paths.ts';
import type { DescribedObject } from './described-object.ts';

/** What a record of the source is known by. */
export interface CompiledKey {
  paths: readonly string[];
  read: Plan['readKey'];
  /** The same, in one form where it has several. */
  readSame: Plan['readKey'];
  /** The same of the records that are written: of the elements of a list, where the source is flattened. */
  writtenPaths: readonly string[];
  readElement: Plan['readKey'];
  /** The keys of what is written are lists. */
  isList: true | undefined;
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
  const read = toReader(getters);
  const { flatten } = definition;
  const isList = paths.length > 1 || undefined;
  const readSame: Plan['readKey'] = (record) => {
    const key = read(record);
    return key.ok ? { ok: true, key: toSameKey({ keyIsList: isList }, key.key) } : key;
  };
  if (flatten === undefined) return { paths, read, readSame, writtenPaths: paths, readElement: read, isList };
  const member = elementKeyOf(flatten);
  const named = flatten.key !== undefined && toNames(flatten.key).length > 0 ? flatten.key : member;
  return {
    paths,
    read,
    readSame,
    writtenPaths: [...paths, named],
    readElement: toReader([...getters, (record) => record[member]]),
    isList: true,
  };
}

function toReader(getters: readonly Getter[]): Plan['readKey'] {
  return (record) => {
    const text = toKeyText(getters.map((get) => get(record)));
    if (text === undefined) return { ok: false, problem: missingKey };
    const problem = keyProblem(text);
    return problem === undefined ? { ok: true, key: text } : { ok: false, problem };
  };
}

const missingKey: RecordProblem = { code: 'missing_key', message: 'The record has no value in a field of its key.' };
