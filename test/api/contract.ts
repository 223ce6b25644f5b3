import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { bases } from '../../api/app.ts';
import { renderDocument } from '../../api/openapi/document.ts';
import { routes } from '../../api/routes/index.ts';

/** Checks answers against the OpenAPI document: the status is documented, and the body is what its schema says. */
export interface Contract {
  /** @throws {Error} that tells the difference. Addresses outside the document pass. */
  check(method: string, path: string, status: number, body: unknown): void;
}

/** The document, as far as tests look into it. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

export interface Operation {
  operationId: string;
  security: { bearer: string[] }[];
  requestBody?: { required: boolean };
  responses: Record<string, { $ref?: string }>;
}

/** `renderDocument` gives an OpenAPI document; a test of its own validates its form. */
function toOpenApi(rendered: unknown): OpenApi {
  return rendered as OpenApi;
}

export const document = toOpenApi(renderDocument(routes, 'http://hub.example'));

export function createContract(): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi.json');
  const compiled = new Map<string, ValidateFunction>();

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi.json#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  return {
    check: (method, path, status, body) => {
      const template = findTemplate(path);
      const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
      if (template === undefined || operation === undefined) return;
      const response = operation.responses[String(status)];
      if (response === undefined) throw new Error(`${method} ${template} answers ${status}, which is not documented.`);
      if (status === 304) return;
      const pointer =
        response.$ref === undefined
          ? `/paths/${escape(template)}/${method.toLowerCase()}/responses/${status}`
          : response.$ref.slice(1);
      const validate = validatorOf(`${pointer}/content/application~1json/schema`);
      if (validate(body)) return;
      throw new Error(`${method} ${template} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`);
    },
  };
}

function findTemplate(path: string): string | undefined {
  const pathname = path.replace(/\?.*$/, '');
  const base = [...bases].toSorted((a, b) => b.length - a.length).find((prefix) => pathname.startsWith(`${prefix}/`));
  if (base === undefined) return undefined;
  const rest = pathname.slice(base.length);
  return Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(rest),
  );
}

function escape(template: string): string {
  return template.replaceAll('~', '~0').replaceAll('/', '~1');
}
