import { decodeXml } from '../../connectors/drivers/shared/decode/xml.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { expandSchema, listAlternatives } from '../../tools/contract/expand-schema.ts';
import type { JudgedRequest } from './judged-request.ts';
import type { Problem } from './problem.ts';

/** L1 of XML bodies: is every element one that the description has? Descriptions that begin below the root say nothing. */
export function checkXml(
  { request }: ContractOperation,
  { headers, body }: JudgedRequest,
  { schemas }: Contract,
): Omit<Problem, 'use'>[] {
  if (request === undefined || body === undefined || !/[/+]xml/.test(headers['content-type'] ?? '')) return [];
  const document = decodeXml(body, { plainNames: true });
  const { properties } = expandSchema(request.schema, schemas);
  const isWhole =
    isJsonObject(document) && isJsonObject(properties) && Object.keys(document).every((name) => name in properties);
  if (!isWhole) return [];
  return listUnknown(document, request.schema, schemas).map((path) => ({
    rule: 'body',
    detail: `The description knows no ${path}.`,
  }));
}

function listUnknown(value: Json, schema: JsonObject, schemas: Contract['schemas'], at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listUnknown(item, schema, schemas, at));
  if (!isJsonObject(value)) return [];
  const forms = listAlternatives(schema, schemas).map(({ properties }) => properties);
  return Object.entries(value).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const found = forms.flatMap((form) => (isJsonObject(form) && isJsonObject(form[name]) ? [form[name]] : []));
    const [known] = found;
    if (known === undefined) return [path];
    const { items } = expandSchema(known, schemas);
    return listUnknown(member, isJsonObject(items) ? items : known, schemas, path);
  });
}
