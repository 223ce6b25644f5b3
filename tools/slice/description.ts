import type { JsonObject } from '../../core/json.ts';
import type { OperationFacts, SecurityScheme } from '../../drafts/description.ts';
import type { OperationUse } from '../contract/operation-uses.ts';

export type { OperationFacts };

/** A vendor's description, whatever its format: its operations, read no further than it takes to find one. */
export interface Description {
  security: Readonly<Record<string, SecurityScheme>>;
  operations: readonly DescribedOperation[];
  /** Looks a `$ref` up. `name` where its target is a schema of its own, to be shared. */
  resolve(ref: string): { name: string | undefined; schema: JsonObject } | undefined;
  /** Definitions of the types that operations name, by name, where documents are judged by them. */
  printTypes?(coordinates: ReadonlySet<string>): Record<string, string>;
}

export interface DescribedOperation {
  method: string;
  /** With the base path of the description's server. */
  path: string;
  /** Host of its server, where the description tells one: services of a vendor have the same paths on different hosts. */
  host?: string;
  /** Constants that tell operations of one address apart: the `Action` of an AWS query. */
  marks?: OperationMarks;
  /** Of one that is known of a contract only: its route there, and the uses that mean it. */
  kept?: { route: string; uses: ReadonlySet<string> };
  /** Where requests hold a document that says what they are for: its name; `undefined` for one without. */
  nameDocument?(use: OperationUse): string | undefined;
  describe(use: OperationUse): OperationFacts;
}

export interface OperationMarks {
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}
