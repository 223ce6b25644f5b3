import type { JsonObject } from '../../core/json.ts';
import type { SecurityScheme } from '../contract/contract.ts';

/** A vendor's description, whatever its format: its operations, read no further than it takes to find one. */
export interface Description {
  security: Readonly<Record<string, SecurityScheme>>;
  operations: readonly DescribedOperation[];
  /** Looks a `$ref` up. `name` where its target is a schema of its own, to be shared. */
  resolve(ref: string): { name: string | undefined; schema: JsonObject } | undefined;
}

export interface DescribedOperation {
  method: string;
  /** With the base path of the description's server. */
  path: string;
  /** Constants that tell operations of one address apart: the `Action` of an AWS query, the field of a GraphQL query. */
  marks?: OperationMarks;
  /** Of one that is known of a contract only: its route there, and the uses that mean it. */
  kept?: { route: string; uses: ReadonlySet<string> };
  describe(): OperationFacts;
}

export interface OperationMarks {
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

/** What a description says of one operation; schemas are as they stand there. */
export interface OperationFacts {
  parameters: { name: string; in: string; required: boolean; schema: JsonObject }[];
  request: { contentTypes: string[]; required: boolean; schema: JsonObject } | undefined;
  responses: Record<string, { contentTypes: string[]; headers: string[]; schema: JsonObject | undefined }>;
  security: string[][] | undefined;
}
