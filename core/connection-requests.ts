import { z } from 'zod';
import { freeJson } from './json/free-json.ts';
import { explanation } from './explanations.ts';
import { rehearsal } from './runs/rehearsals.ts';
import { fieldComparison } from './field-comparison.ts';

/**
 * What the API asks workers about connections, and what they answer: only workers can open credentials and call third
 * parties. Both sides parse by these shapes.
 */

const check = z.object({
  name: z.string().meta({ examples: ['dns', 'tcp', 'tls', 'auth', 'permission', 'read'] }),
  ok: z.boolean(),
  code: z.string().meta({ description: '`ok`, or what went wrong.' }),
  message: z.string(),
  remedy: z.string().optional().meta({ description: 'What helps; only where the check failed.' }),
});

/** What a test of a connection found, stage by stage. @see docs/connections.md#testing */
export const testReport = z
  .object({ ok: z.boolean(), checks: z.array(check), latency_ms: z.number().min(0) })
  .meta({ id: 'ConnectionTest' });

export const fieldTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'any'] as const;

const discoveredField = z
  .object({
    path: z.string().meta({ description: 'As mappings name it.' }),
    type: z.enum(fieldTypes),
    native_type: z.string().optional().meta({ description: "The system's own name of the type." }),
    required: z.boolean().optional().meta({ description: 'Every record has a value.' }),
    has_default: z.boolean().optional().meta({ description: 'A new record needs no value: the system gives one.' }),
    title: z.string().optional(),
    sensitive: z.boolean().optional().meta({ description: 'Masked where records are shown.' }),
  })
  .meta({ id: 'DiscoveredField' });

const discoveredObject = z
  .object({
    id: z.string().meta({ description: 'As `object` of a source or target.' }),
    title: z.string(),
    key: z.array(z.string()).optional().meta({ description: 'Fields that identify a record.' }),
    operations: z.array(z.string()),
    fields: z.array(discoveredField).optional().meta({ description: 'Absent where nothing is known of them.' }),
    fields_from: z.enum(['declaration', 'catalog', 'sample']).optional(),
    cursor_columns: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of a table: the columns that `cursor_column` may name, to read what changed.' }),
    indexed: z
      .array(z.string())
      .optional()
      .meta({ description: 'Those of them that an index begins with; absent where that is not known.' }),
  })
  .meta({ id: 'DiscoveredObject' });

/** The objects of a connection and their fields. */
export const discovery = z.object({
  objects: z.array(discoveredObject),
  truncated: z.boolean().meta({ description: 'There are more than an answer may hold.' }),
});

const options = z.record(z.string(), freeJson);

/** One readable end, as a definition's `source` names it. */
export const readableEnd = z.object({ object: z.string(), options });

/** Most records that one answer holds, and their size as JSON. */
export const recordsMax = 100;
export const answerBytesMax = 1024 * 1024;

const limit = z.int().min(1).max(recordsMax);

const records = z.object({
  records: z.array(z.record(z.string(), freeJson)),
  /** There are more than were asked for, or than an answer may hold. */
  more: z.boolean(),
});

/** Records of a sample; of some, only why they cannot be shown. */
const sampled = records.extend({
  unshown: z
    .array(z.object({ at: z.int().min(0), code: z.enum(['too_deep', 'too_large']), message: z.string() }))
    .default([]),
});

/** Bytes in a question or an answer. */
const bytes = z.base64();

/** What comes of an authorization, sealed for the connection that it is for. */
const authorization = z.object({
  credentials: bytes,
  tokens: bytes,
  key_id: z.string(),
  /** When to get new tokens, in milliseconds since the epoch. */
  renew_at: z.number().optional(),
  config: options,
});

/** What a run made of a record, asked of its source's connection. */
const explain = {
  input: z.object({
    /** UUIDs. */
    integration_id: z.string(),
    run_id: z.string(),
    source_key: z.string(),
    /** UUID of the dead letter whose kept record is explained. Without it the source is read. */
    letter_id: z.string().optional(),
    /** `shapes`: no value leaves the worker. */
    values: z.enum(['shown', 'shapes']),
  }),
  result: z.object({
    record: z.enum(['kept', 'read', 'missing']),
    records_read: z.int().min(0),
    outcome: z.enum(['mapped', 'filtered', 'failed']).optional(),
    /** Of the mapped record, as the ledger keeps it. */
    hash: z.string().optional(),
    explanation: explanation.optional(),
    /** Why the run's revision cannot be compiled any more. */
    unusable: z.string().optional(),
  }),
};

const shapes = {
  /** The code of the callback comes as the credentials of the question; `sealed` is what was kept since the beginning. */
  authorize: {
    input: z.object({ authorization_id: z.string(), sealed: bytes, connection_id: z.string(), version: z.int() }),
    result: authorization,
  },
  test: { input: z.object({}), result: testReport },
  discover: { input: z.object({ ends: z.array(readableEnd) }), result: discovery },
  browse: { input: readableEnd.extend({ limit, search: z.string().optional() }), result: records },
  sample: {
    /** `where`: what the source may leave records out for. */
    input: readableEnd.extend({ limit, where: z.array(fieldComparison).optional() }),
    result: sampled,
  },
  find: {
    input: readableEnd.extend({
      key: z.string(),
      values: z.array(z.string()).max(recordsMax),
      /** Top-level members of the records that are wanted; all where it is left out. */
      fields: z.array(z.string()).optional(),
      /** Sensitive fields are masked, as where records are shown. */
      masked: z.boolean().optional(),
    }),
    result: records,
  },
  explain,
  /** What a definition would do with what a run was given; about no connection. */
  rehearse: rehearsal,
  /** What a step has answered, of an item that was delivered or executed; about no connection. */
  respond: {
    /** UUIDs, and the id of the step. */
    input: z.object({ integration_id: z.string(), item_id: z.string(), step: z.string() }),
    result: z.object({ status: z.int(), body: freeJson }),
  },
  /** What an item was made of, and what its steps gave; about no connection. */
  item: {
    /** UUID. */
    input: z.object({ item_id: z.string() }),
    result: z.object({
      /** Absent for a child, which has an element, and for an item that is about its run. */
      record: freeJson.optional(),
      element: freeJson.optional(),
      outputs: z.array(z.object({ step: z.string(), output: freeJson })),
      /** Of a child: why it failed. */
      problems: z.array(z.object({ step: z.string(), code: z.string(), message: z.string() })),
      /** Some values are shown as their shapes. */
      masked: z.boolean(),
      /** Some are left out, since they are more than is shown at once. */
      truncated: z.boolean(),
    }),
  },
} as const;

/** What is shown of an item at once, as JSON. */
export const itemBytesMax = 256 * 1024;

export type ConnectionRequestKind = keyof typeof shapes;
export const connectionRequestKinds = [
  'test',
  'discover',
  'browse',
  'sample',
  'find',
  'authorize',
  'explain',
  'respond',
  'item',
  'rehearse',
] as const;

export type RequestInput<Kind extends ConnectionRequestKind> = z.output<(typeof shapes)[Kind]['input']>;
export type RequestResult<Kind extends ConnectionRequestKind> = z.output<(typeof shapes)[Kind]['result']>;

/** Each kind of question: what is asked, and what a good answer holds. */
export const connectionRequests: {
  [Kind in ConnectionRequestKind]: {
    input: z.ZodType<RequestInput<Kind>>;
    result: z.ZodType<RequestResult<Kind>>;
  };
} = shapes;

/** A connection that is not stored; its credentials come beside, sealed for this one request. */
export const unsavedConnection = z.object({
  service_type: z.string(),
  auth_method: z.string(),
  config: z.record(z.string(), freeJson),
});

export type UnsavedConnection = z.output<typeof unsavedConnection>;

/** What is stored of a question. */
export const storedInput = z.object({ asked: z.record(z.string(), freeJson), unsaved: unsavedConnection.optional() });

const refusal = z.object({
  ok: z.literal(false),
  /** `code`: a kind of `core/connector-error.ts`, `timeout`, `gone` (the connection is not there any more) or `internal`. */
  error: z.object({
    code: z.string(),
    message: z.string(),
    missing: z.object({ of: z.enum(['object', 'key', 'field']), known: z.array(z.string()) }).optional(),
  }),
});

/** What is stored of an answer. */
export const storedAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.record(z.string(), freeJson) }),
  refusal,
]);

export type StoredAnswer = z.output<typeof storedAnswer>;
export type Refusal = z.output<typeof refusal>;
export type TestReport = z.output<typeof testReport>;
export type Discovery = z.output<typeof discovery>;
export type DiscoveredObject = z.output<typeof discoveredObject>;
export type DiscoveredField = z.output<typeof discoveredField>;
export type ReadableEnd = z.output<typeof readableEnd>;
