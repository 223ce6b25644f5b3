import type { JsonObject } from '../../core/json.ts';
import type { ObjectType } from '../../formula/value-type.ts';
import { compileMapping, type Mapping, type MappingResult } from '../../transforms/compile-mapping.ts';
import { addFindings, type Findings } from '../compile/findings.ts';
import type { Definition } from '../definition.ts';
import { fail } from './page.ts';
import type { DescribeStage, StageBase } from './stage-base.ts';

/** Makes the target's record of a record, or of a group. */
export interface MapStage extends StageBase {
  kind: 'map';
  map(record: JsonObject): MappingResult;
}

export function createMap(map: MapStage['map']): MapStage {
  return {
    kind: 'map',
    decides: 'mapping',
    map,
    run: (subjects, { page }) =>
      subjects.filter((subject) => {
        const mapped = map(subject.input);
        if (mapped.ok) subject.input = mapped.value;
        else fail(page, { sourceKey: subject.sourceKey, field: undefined, ...mapped.problem, record: subject.record });
        return mapped.ok;
      }),
  };
}

/** Compiles the rules of a mapping. @param recordType Of what they read. */
export function compileRules(
  { mapping: rules, mapping_defaults: defaults }: Pick<Definition, 'mapping' | 'mapping_defaults'>,
  recordType: ObjectType,
  findings: Findings,
): Mapping | undefined {
  const compiled = rules && compileMapping(rules, { recordType, defaults });
  if (compiled === undefined) return undefined;
  addFindings(findings, compiled);
  if (!compiled.ok) return undefined;
  addFindings(findings, { tables: compiled.mapping.tables });
  return compiled.mapping;
}

export const describeMap: DescribeStage = ({ mapping }) =>
  mapping === undefined ? undefined : { type: 'mapping', rules: mapping.length };
