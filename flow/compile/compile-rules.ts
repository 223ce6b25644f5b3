import { addFindings, type Findings } from '../../engine/compile/findings.ts';
import { compileMapping, type Mapping } from '../../transforms/compile-mapping.ts';
import type { MappingDefaults, MappingRule } from '../../transforms/rules.ts';
import { checkRules, type KnownSchema } from '../../transforms/schema/check-types.ts';
import type { NeedyWrite } from '../../transforms/schema/check-target.ts';
import { findMappedType } from '../../transforms/schema/mapped-type.ts';
import type { FieldType } from '../../transforms/schema/field-type.ts';
import { addMissing } from './add-missing.ts';
import { findUnset } from './find-unset.ts';
import { listReadTypes, type Names, toCertainField, toRecordType } from './names.ts';

export interface CompiledRules {
  /** Absent where something is wrong. */
  mapping: Mapping | undefined;
  /** Type of what the rules make. */
  type: FieldType;
}

/** The rules of a step: of a mapping, or one for each member that is set. */
export interface StepRules {
  rules: readonly MappingRule[];
  /** One more behind them, which the step makes itself: no field of the target that its writer has to know. */
  own?: MappingRule | undefined;
  defaults: MappingDefaults | undefined;
  /** Given where the definition is looked at: what the rules write. */
  review?: { target: KnownSchema | undefined; write: NeedyWrite | undefined } | undefined;
}

/** Compiles the rules of a step over the names that it may read. Findings have paths from `mapping` on. */
export function compileStepRules(
  { rules: given, own, defaults, review }: StepRules,
  names: Names,
  findings: Findings,
): CompiledRules {
  const rules = own === undefined ? given : [...given, own];
  const recordType = toRecordType(names);
  const reads = listReadTypes(names);
  const readers = rules.map(({ from, formula }, index) => {
    const at = `mapping[${index}]`;
    return { at: formula === undefined ? `${at}.from` : `${at}.formula`, from, formula };
  });
  const unset = findUnset(readers, names);
  findings.problems.push(...unset);
  const compiled = compileMapping(rules, { recordType, defaults });
  addFindings(findings, compiled);
  if (compiled.ok) addFindings(findings, { tables: compiled.mapping.tables });
  if (review !== undefined) {
    for (const types of reads) {
      addMissing(findings, checkRules({ mapping: given, defaults, reads: types, ...review }));
    }
  }
  const type = findMappedType(rules, { record: toCertainField(names), recordType }, defaults);
  return { mapping: compiled.ok && unset.length === 0 ? compiled.mapping : undefined, type };
}
