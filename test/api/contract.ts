import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { bases } from '../../api/app.ts';
import { renderDocument } from '../../api/openapi/document.ts';
import { routes } from '../../api/routes/index.ts';

/** A request and its answer, as a client sees them. */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  /** Body of the request, as it was sent. */
  sent?: string | undefined;
  status: number;
  headers: Headers;
  /** Body of the answer; `undefined` where there is none. */
  body: unknown;
}

/**
 * Checks exchanges against the OpenAPI document: the status is documented, the answer has the headers, the content type
 * and the body that the document promises, and what was accepted is what the document lets clients send.
 */
export interface Contract {
  /** @throws {Error} that tells the difference. Addresses outside the document pass. */
  check(exchange: Exchange): void;
}

/** The document, as far as tests look into it. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, Header>; responses: Record<string, DocumentedAnswer> };
}

export interface Operation {
  operationId: string;
  security: { bearer?: string[]; oauth2?: string[]; session?: string[] }[];
  /** Where it is served, when that is not under the bases. */
  servers?: { url: string }[];
  parameters: { $ref?: string; name?: string; in?: string; description?: string }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, DocumentedAnswer & { $ref?: string }>;
}

export interface DocumentedAnswer {
  headers?: Record<string, Header & { $ref?: string }>;
  content?: Content;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}

export interface Header {
  required?: boolean;
  schema: object;
}

export type Content = Record<
  string,
  { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
>;

/** `renderDocument` gives an OpenAPI document; a test of its own validates its form. */
function toOpenApi(rendered: unknown): OpenApi {
  return rendered as OpenApi;
}

export const document = toOpenApi(renderDocument(routes, 'http://hub.example'));

const formType = 'application/x-www-form-urlencoded';

// Half of the time that compiling takes went into shorter code, which runs a few times only.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi.json');

const compiled = new Map<string, ValidateFunction>();

/**
 * The validator of a part of the document. All files of a process share it: to compile it takes longer than all that it is
 * asked.
 */
export function validatorOf(pointer: string): ValidateFunction {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi.json#${pointer}` });
  compiled.set(pointer, known);
  return known;
}

export function createContract(): Contract {
  const checkAnswer = ({ status, headers, body }: Exchange, place: string): void => {
    const { pointer, answer } = findAnswer(place, status);
    for (const [name, documented] of Object.entries(answer.headers ?? {})) {
      const header = resolveHeader(documented);
      const value = headers.get(name);
      if (value === null && header.required === true) throw new Error(`lacks the promised header ${name}.`);
    }
    const type = headers.get('content-type')?.replace(/;.*$/, '') ?? 'none';
    const content = answer.content;
    if (content === undefined) {
      if (body !== undefined || type !== 'none') throw new Error('has a body that is not documented.');
      return;
    }
    if (content[type] === undefined) throw new Error(`has the content type ${type}, which is not documented.`);
    require(validatorOf(`${pointer}/content/${escape(type)}/schema`), body);
  };

  const checkSent = ({ sent }: Exchange, place: string, { requestBody }: Operation): void => {
    // Where nothing is taken, an empty object is nothing.
    if (sent === undefined || sent === '' || (requestBody === undefined && sent === '{}')) return;
    if (requestBody?.content[formType] !== undefined) {
      require(validatorOf(`${place}/requestBody/content/${escape(formType)}/schema`), Object.fromEntries(
        new URLSearchParams(sent),
      ));
      return;
    }
    if (requestBody === undefined) throw new Error('accepted a body that is not documented.');
    require(validatorOf(`${place}/requestBody/content/application~1json/schema`), JSON.parse(sent));
  };

  return {
    check: (exchange) => {
      const found = findOperation(exchange);
      if (found === undefined) return;
      try {
        if (exchange.status < 300) checkSent(exchange, found.place, found.operation);
        checkAnswer(exchange, found.place);
      } catch (error) {
        throw new Error(`${found.title} ${exchange.status} ${error instanceof Error ? error.message : 'fails'}`, {
          cause: error,
        });
      }
    },
  };
}

function require(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const problems = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`).join(', ');
  throw new Error(`differs from the document: ${problems ?? ''} in ${JSON.stringify(value)}`);
}

function findOperation({ method, path }: Exchange): { title: string; place: string; operation: Operation } | undefined {
  const template = findTemplate(path);
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
  if (template === undefined || operation === undefined) return undefined;
  return { title: `${method} ${template}`, place: `/paths/${escape(template)}/${method.toLowerCase()}`, operation };
}

/** Follows the reference of a documented answer. @throws {Error} where the status is not documented. */
function findAnswer(place: string, status: number): { pointer: string; answer: DocumentedAnswer } {
  const pointer = `${place}/responses/${status}`;
  const answer = resolve(pointer) as (DocumentedAnswer & { $ref?: string }) | undefined;
  if (answer === undefined) throw new Error('is not documented.');
  if (answer.$ref === undefined) return { pointer, answer };
  const target = answer.$ref.slice(1);
  return { pointer: target, answer: resolve(target) as DocumentedAnswer };
}

function resolveHeader(header: Header & { $ref?: string }): Header {
  return header.$ref === undefined ? header : (resolve(header.$ref.slice(1)) as Header);
}

/** What a JSON pointer into the document leads to. */
export function resolve(pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, part) => Object(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

const basesLongestFirst = [...bases].toSorted((a, b) => b.length - a.length);

/** `/connections/test` is an address of its own beside `/connections/{id}`: with the fewest parameters first. */
const templates = Object.keys(document.paths)
  .toSorted((a, b) => a.split('{').length - b.split('{').length)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

function findTemplate(path: string): string | undefined {
  // `/runs/../items/cancel` is the address of another operation (RFC 3986 §5.2.4).
  const { pathname } = new URL(path, 'http://hub.example');
  if (isOutside(pathname)) return pathname;
  const base = basesLongestFirst.find((prefix) => pathname.startsWith(`${prefix}/`));
  if (base === undefined) return undefined;
  const rest = pathname.slice(base.length);
  return templates.find(({ pattern }) => pattern.test(rest))?.template;
}

/** True for an address that the document knows outside of the bases. */
function isOutside(pathname: string): boolean {
  return Object.values(document.paths[pathname] ?? {}).some(({ servers }) => servers !== undefined);
}

/** A key of the document as a part of a JSON pointer. */
export function escape(template: string): string {
  return template.replaceAll('~', '~0').replaceAll('/', '~1');
}
