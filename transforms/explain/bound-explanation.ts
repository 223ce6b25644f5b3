import type { ExplainedField, Explanation } from '../../core/explanations.ts';

/** Truncates an explanation to the fields that fit into the given number of JSON characters. */
export function boundExplanation(explanation: Explanation, lengthMax: number): Explanation {
  const { fields } = explanation;
  if (fields === undefined) return explanation;
  let left = lengthMax;
  const kept: ExplainedField[] = [];
  for (const field of fields) {
    left -= JSON.stringify(field).length;
    if (left < 0) break;
    kept.push(field);
  }
  const omitted = fields.length - kept.length;
  return omitted === 0 ? explanation : { ...explanation, fields: kept, fields_omitted: omitted };
}
