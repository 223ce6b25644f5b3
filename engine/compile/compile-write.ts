import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { FormulaEnvironment } from '../../formula/index.ts';
import type { Mapping, MappingResult } from '../../transforms/compile-mapping.ts';
import type { WriteDefinition } from '../definition.ts';
import type { Plan } from '../plan.ts';
import {
  compileIdentity,
  compileMatch,
  findOperation,
  identityProblem,
  isInjective,
  mapWithMatch,
  undecided,
  weaken,
} from './compile-identity.ts';
import type { FieldSet } from './compile-paths.ts';
import type { DescribedObject, DescribedWrite } from './described-object.ts';

/** How mapped records are written to an object. */
export interface CompiledWrite {
  declared: DescribedWrite;
  match: FieldSet;
  /** Maps a record to one whose target record is known by its match fields. */
  map(record: JsonObject, environment: FormulaEnvironment): MappingResult;
  plan: Pick<
    Plan,
    'operation' | 'selectFields' | 'readTargetId' | 'readMatch' | 'idempotency' | 'targetIdIsInjective' | 'delivery'
  >;
}

/**
 * Compiles how mapped records are written; what is wrong with it is added to `problems`, at `target`.
 *
 * @param keyPaths Paths of what the mapping reads that say which source record it is; absent where nothing does.
 */
export function compileWrite(
  definition: Pick<WriteDefinition, 'operation' | 'match_on' | 'delivery'>,
  object: DescribedObject,
  mapping: Mapping,
  keyPaths: readonly string[] | undefined,
  problems: FieldError[],
): CompiledWrite | undefined {
  const declared = findOperation(definition, object, problems);
  const match = compileMatch(definition, object, mapping, problems);
  if (declared === undefined) return undefined;
  const idempotency = weaken(declared.idempotency, mapping, match.paths, keyPaths);
  if (problems.length === 0 && idempotency === 'none' && definition.delivery === undefined) {
    problems.push(undecided(declared));
  }
  const identity = compileIdentity(definition, declared, match);
  return {
    declared,
    match,
    map: (record, environment) => {
      const mapped = mapWithMatch(mapping, match, record, environment);
      const problem = mapped.ok ? identityProblem(identity.readTargetId(mapped.value), match) : undefined;
      return problem === undefined ? mapped : { ok: false, problem };
    },
    plan: {
      operation: definition.operation,
      selectFields: mapping.selectFields,
      ...identity,
      idempotency,
      targetIdIsInjective: isInjective(mapping, match.paths, keyPaths),
      delivery: definition.delivery,
    },
  };
}
