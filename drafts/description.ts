import type { JsonObject } from '../core/json.ts';

/** A vendor's description: its operations, read no further than it takes to find one. */
export interface ApiDescription {
  security: Readonly<Record<string, SecurityScheme>>;
  operations: readonly ApiOperation[];
  /** Looks a `$ref` up. `name` where its target is a schema of its own, to be shared. */
  resolve(ref: string): { name: string | undefined; schema: JsonObject } | undefined;
}

/** A way to sign in, as OpenAPI names it. */
export interface SecurityScheme {
  type: string;
  scheme?: string | undefined;
  in?: string | undefined;
  name?: string | undefined;
}

export interface ApiOperation {
  method: string;
  /** With the base path of the description's server. */
  path: string;
  /** Host of its server, where the description tells one: services of a vendor have the same paths on different hosts. */
  host?: string;
  describe(): OperationFacts;
}

/** What a description says of one operation; schemas are as they stand there. */
export interface OperationFacts {
  parameters: { name: string; in: string; required: boolean; schema: JsonObject }[];
  request: { contentTypes: string[]; required: boolean; schema: JsonObject } | undefined;
  responses: Record<string, { contentTypes: string[]; headers: string[]; schema: JsonObject | undefined }>;
  security: string[][] | undefined;
  /** Fields, arguments and types that a document names: `Issue.title`, `Query.issues(first:)`, `DateTime`. */
  coordinates?: readonly string[];
}
