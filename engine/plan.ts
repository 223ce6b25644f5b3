import type { FieldComparison } from '../core/field-comparison.ts';
import type { JsonObject } from '../core/json.ts';
import type { IdempotencyClass, WriteOperation } from '../core/records.ts';
import type { SelectFields } from '../transforms/select-fields.ts';
import type { ReadKey } from './key-text.ts';
import type { Reactivation } from './reactivation.ts';
import type { MappedField } from './mapped-field.ts';
import type { Removal } from './removal.ts';
import type { Stage } from './stages/stage.ts';

/**
 * An integration compiled for running: closures over one record and the decisions that hold for all of them.
 *
 * Made by `compilePlan`; holds no connection and no state.
 */
export interface Plan {
  /** Makes effect ids differ between integrations: the integration's id. */
  namespace: string;
  /** Source object, or one partition of it. */
  stream: string;
  /** The step of the integration that reads it: two may read one object, and keep apart what they know of its records. */
  step: string;
  operation: WriteOperation;
  /** Identifies a source record; a problem where a key field is missing. */
  readKey: ReadKey;
  /** Keys are lists of values: a record that the ledger has under another form of its key is that one. */
  keyIsList?: true | undefined;
  /** What records go through, in this order, before they are compared with the ledger and written. */
  stages: readonly Stage[];
  /**
   * What the source may leave records out for, so that the filter has less to do: where one of these is false of a
   * record, the filter is, too.
   */
  where: readonly FieldComparison[];
  /** Fields that the mapping takes from records, and how they are read of a mapped one. */
  fields?: readonly MappedField[] | undefined;
  /** Leaves out of a mapped record what the first write, or a later one, does not write; absent where all write all. */
  selectFields?: SelectFields | undefined;
  /** Id of the target's record as the match fields of a mapped record say it; absent where only the target knows it. */
  readTargetId(mapped: JsonObject): string | undefined;
  /** What an upsert finds a record by whose id only the target knows, as one text; absent where it does not. */
  readMatch?: (mapped: JsonObject) => string | undefined;
  /**
   * How a lost answer is survived. Weaker than the target's own class where the match fields are not made of the
   * source key alone: such an upsert could meet another record after its match field changed.
   */
  idempotency: IdempotencyClass;
  /** Two source keys can never have the same target id, so nobody else can own it. */
  targetIdIsInjective: boolean;
  /** For class `none`: which evil the integration chose. */
  delivery: 'at_least_once' | 'at_most_once' | undefined;
  /** Write again what did not change (`full_resync`). */
  ignoreHashes: boolean;
  /** What is read: what changed since the last reading, everything, or what changed since an instant (ISO 8601). */
  reading: 'changes' | 'all' | { since: string };
  /**
   * Of several pages of one reading with records of one key, the last one counts: those that others may follow wait for its
   * end. Absent where each page counts for itself, since what is read are changes in their order.
   */
  holdsRepeats?: true | undefined;
  /** Differs between plans that make different writes of the same records. */
  scope: string;
  /** What becomes of the target's records whose source record is gone; absent where nothing does. */
  removal?: Removal | undefined;
  /** How a record that comes back is switched on again; also of runs that remove nothing. */
  reactivation?: Reactivation | undefined;
  onError: { record: 'dead_letter' | 'fail'; abortAbovePercent: number | undefined };
}
