/** Why one record cannot be mapped; becomes a dead letter. */
export interface RecordProblem {
  /** Stable code: `required_missing`, `convert_failed`, `lookup_missing`, `missing_key`, … */
  code: string;
  /** The target field, as the rule names it. */
  field?: string | undefined;
  message: string;
}
