import type { JsonObject } from '../../core/json.ts';
import type { IdempotencyClass, WriteOperation } from '../../core/records.ts';

/** What a connector says of one of its objects, as far as compiling needs it. */
export interface DescribedObject {
  /** Paths of the fields that identify a record, where the object declares them. */
  key?: readonly string[] | undefined;
  /** JSON Schema of a record, where it is known. */
  schema?: JsonObject | undefined;
  operations: {
    list?: object | undefined;
    create?: DescribedWrite | undefined;
    update?: DescribedWrite | undefined;
    upsert?: DescribedWrite | undefined;
    delete?: DescribedWrite | undefined;
  };
  /** Of an operation with a name of its own: the write that it is. */
  named?:
    | {
        object: string;
        operation: WriteOperation;
        /** The field that holds the id of the record which the operation is of. */
        of: string;
        /** Fields that it always gives, by their paths. */
        values?: JsonObject | undefined;
      }
    | undefined;
}

export interface DescribedWrite {
  effect?: 'reversible' | 'destructive' | undefined;
  idempotency: IdempotencyClass;
  /** Who gives a record its identity: its match fields, or the target when it creates it. */
  identity: 'match' | 'assigned';
  /** The target assigns the id, and no answer is read for it, `unless` a member of the definition's end says how. */
  givesNoId?: { unless?: string } | undefined;
  /** Whether match fields can be named. */
  matchOn?: 'required' | 'optional' | 'unused' | undefined;
  /** Paths of the fields that say which record it is, where no match fields are named. */
  key?: readonly string[] | undefined;
  /** Paths of the fields without which it cannot be made. */
  needs?: readonly string[] | undefined;
  /** JSON Schema of what it takes, where that is known. */
  schema?: JsonObject | undefined;
}
