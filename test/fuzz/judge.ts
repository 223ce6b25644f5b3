import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Document, Operation, Schema } from './document.ts';
import type { Shot } from './shots.ts';

/** What was wrong with an answer. */
export interface Finding {
  kind: 'server_error' | 'undocumented_status' | 'schema_violation';
  message: string;
}

export interface ReceivedAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

export type Judge = (shot: Shot, answer: ReceivedAnswer) => Finding[];

/** Checks answers against the document that was served. */
export function createJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document.raw, 'openapi.json');
  const byPointer = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<Schema, ValidateFunction>();

  const validatorAt = (pointer: string): ValidateFunction => {
    const validate = byPointer.get(pointer) ?? ajv.compile({ $ref: `openapi.json${pointer}` });
    byPointer.set(pointer, validate);
    return validate;
  };
  const accepts = (schema: Schema, value: unknown): boolean => {
    const validate = bySchema.get(schema) ?? ajv.compile(absolute(schema));
    bySchema.set(schema, validate);
    return validate(value);
  };

  /** What the document forbids must not be accepted. */
  const findWronglyAccepted = ({ operation, sent, body }: Shot): string[] => {
    const known = operation.parameters.filter((parameter) => parameter.in === 'query');
    const wrong = Object.entries(sent.query).filter(([name, value]) => {
      const parameter = known.find((candidate) => candidate.name === name);
      // Outside of the base address the standards let a server pass over what it does not know.
      if (parameter === undefined) return operation.base !== '';
      // Numbers that travel as text are checked by the API's own rule for digits.
      return typeof value === 'string' && !isNumeric(parameter.schema) && !accepts(parameter.schema, value);
    });
    const wrongBody = body !== undefined && operation.body !== undefined && !accepts(operation.body.schema, sent.body);
    return [...wrong.map(([name]) => `the parameter ${name}`), ...(wrongBody ? ['the body'] : [])];
  };

  const check = function* (shot: Shot, { status, headers, text }: ReceivedAnswer): Generator<Finding> {
    const { operation } = shot;
    // A third party that does not answer is no fault of ours where the operation may say so.
    if (status >= 500 && !([502, 504].includes(status) && String(status) in operation.responses)) {
      yield { kind: 'server_error', message: `answers ${status}` };
    }
    // `/hooks/..` is the address `/` (RFC 3986, 5.2.4): another operation answers, by its own rules.
    if (leadsElsewhere(shot)) return;
    const documented = operation.responses[String(status)];
    if (documented === undefined)
      return yield { kind: 'undocumented_status', message: `answers ${status}, which is not documented` };
    const violation = (message: string): Finding => ({ kind: 'schema_violation', message: `${status}: ${message}` });
    for (const name of [...ownHeaders(operation, status), ...documented.requiredHeaders]) {
      if (headers[name.toLowerCase()] === undefined) yield violation(`the header ${name} lacks`);
    }
    const contentType = String(headers['content-type']).split(';')[0];
    if (documented.contentTypes.length > 0 && !documented.contentTypes.includes(contentType ?? '')) {
      yield violation(`the content type ${contentType} is not documented`);
    }
    if (documented.schemaAt !== undefined) {
      const validate = validatorAt(documented.schemaAt);
      // Of lines, each is what the schema says.
      const parts = contentType === 'application/x-ndjson' ? text.split('\n').slice(0, -1) : [text];
      if (!parts.every((part) => validate(parse(part))))
        yield violation(`${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`);
    }
    if (status < 300)
      for (const what of findWronglyAccepted(shot)) yield violation(`${what} was accepted against its schema`);
  };
  return (shot, answer) => [...check(shot, answer)];
}

/** What every answer under the base address carries, whether the document says so or not. */
function ownHeaders({ base }: Operation, status: number): string[] {
  if (base === '') return [];
  return status === 401 ? ['request-id', 'www-authenticate'] : ['request-id'];
}

/** Whether a segment of dots takes the request away from its operation. */
function leadsElsewhere({ path }: Shot): boolean {
  return path
    .replace(/\?.*/s, '')
    .split('/')
    .some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/** References of a part of the document lead into the whole. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi.json#/'));
}

function isNumeric(schema: Schema): boolean {
  return schema['type'] === 'integer' || schema['type'] === 'number' || schema['type'] === 'boolean';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
