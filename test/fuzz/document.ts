import { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';

/** A JSON Schema, as far as the generator understands it. */
export type Schema = JsonObject;

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

/** One operation of the document, with everything that a client needs to call it. */
export interface Operation {
  /** `GET /accounts` */
  title: string;
  method: string;
  path: string;
  /** What stands before the path: the first base address, or nothing where the operation has a server of its own. */
  base: string;
  /** Nobody needs a credential. */
  isOpen: boolean;
  parameters: readonly Parameter[];
  body: { mediaType: string; schema: Schema; required: boolean; examples: readonly Json[] } | undefined;
  /** By status; references are resolved. */
  responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  /** Where its body's schema stands in the document, as a JSON pointer; absent where it has no JSON body. */
  schemaAt: string | undefined;
  contentTypes: readonly string[];
  /** Headers that must be there. */
  requiredHeaders: readonly string[];
}

export interface Document {
  /** As it was served, for a validator. */
  raw: JsonObject;
  operations: readonly Operation[];
  resolve(schema: Schema): Schema;
}

const json = z.json();
const jsonObject = z.record(z.string(), json);
const content = z.record(
  z.string(),
  z.looseObject({
    schema: jsonObject.optional(),
    example: json.optional(),
    examples: z.record(z.string(), z.looseObject({ value: json.optional() })).optional(),
  }),
);
const header = z.looseObject({ $ref: z.string().optional(), required: z.boolean().optional() });
const headers = z.record(z.string(), header);
const response = z.looseObject({
  $ref: z.string().optional(),
  content: content.optional(),
  headers: headers.optional(),
});
const parameter = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  schema: jsonObject.optional(),
});
const operation = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), response),
});
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Reads a document as `/openapi.json` answers it. */
export function readDocument(served: unknown): Document {
  const raw = jsonObject.parse(served);
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(raw['paths']);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] === undefined ? [] : [readOperation(raw, path, method, operation.parse(item[method]))],
    ),
  );
  const resolve = (schema: Schema): Schema => {
    const ref = schema['$ref'];
    return typeof ref === 'string' ? resolve(jsonObject.parse(lookUp(raw, ref))) : schema;
  };
  return { raw, operations, resolve };
}

function readOperation(raw: JsonObject, path: string, method: string, read: z.infer<typeof operation>): Operation {
  const [mediaType = '', sent] = Object.entries(read.requestBody?.content ?? {})[0] ?? [];
  return {
    title: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    base: read.servers === undefined ? '/v1' : '',
    isOpen: isOpen(read.security),
    parameters: (read.parameters ?? []).flatMap((item) => readParameter(raw, item)),
    body:
      sent === undefined
        ? undefined
        : {
            mediaType,
            schema: sent.schema ?? {},
            required: read.requestBody?.required ?? false,
            examples: [sent.example, ...Object.values(sent.examples ?? {}).map(({ value }) => value)].filter(
              (example) => example !== undefined,
            ),
          },
    responses: Object.fromEntries(
      Object.entries(read.responses).map(([status, item]) => {
        const at = item.$ref ?? `#/paths/${escape(path)}/${method}/responses/${status}`;
        const known = item.$ref === undefined ? item : response.parse(lookUp(raw, item.$ref));
        return [status, readResponse(raw, at, known)];
      }),
    ),
  };
}

/** One of the ways in is none, or there is none to go. */
function isOpen(ways: readonly object[] = []): boolean {
  return ways.length === 0 || ways.some((way) => Object.keys(way).length === 0);
}

/** Only the path and the query are varied; headers have tests of their own. */
function readParameter(raw: JsonObject, item: z.infer<typeof parameter>): Parameter[] {
  const { name, in: place, required = false, schema = {} } = item.$ref ? parameter.parse(lookUp(raw, item.$ref)) : item;
  return name !== undefined && (place === 'path' || place === 'query') ? [{ name, in: place, required, schema }] : [];
}

function readResponse(raw: JsonObject, at: string, item: z.infer<typeof response>): DocumentedResponse {
  const contentTypes = Object.keys(item.content ?? {});
  const withSchema = contentTypes.find((type) => item.content?.[type]?.schema !== undefined);
  return {
    schemaAt: withSchema === undefined ? undefined : `${at}/content/${escape(withSchema)}/schema`,
    contentTypes,
    requiredHeaders: Object.entries(item.headers ?? {}).flatMap(([name, given]) => {
      const { required = false } = given.$ref === undefined ? given : header.parse(lookUp(raw, given.$ref));
      return required ? [name] : [];
    }),
  };
}

function lookUp(raw: JsonObject, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => Object(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')], raw);
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
