import type { Json, JsonObject } from '../../../../core/json.ts';
import type { HttpWrite, RequestTemplate } from '../../../kit/http/operations.ts';
import { withMember } from './members.ts';
import { parseTemplate, renderPlain, type Template } from '../../../kit/template.ts';

/** Renders a request's body and the type of its content; nothing for a request without one. */
export function renderBody(
  { body: constant, bodyFields, encoding, formLists, xml }: RequestTemplate,
  members: JsonObject,
  read: (name: string) => Json | undefined,
): { text: string; contentType: string } | undefined {
  if (xml !== undefined) {
    const text = renderPlain(parseTemplate(xml), (name) => toXmlValue(read(name)), escapeXml);
    return { text, contentType: 'text/xml; charset=utf-8' };
  }
  const filled = Object.entries(bodyFields ?? {}).flatMap(([path, template]): [string, Json][] => {
    const value = renderValue(parseTemplate(template), read);
    return value === undefined ? [] : [[path, value]];
  });
  const entries = [...filled, ...Object.entries(members)];
  if (constant === undefined && bodyFields === undefined && entries.length === 0) return undefined;
  const body = entries.reduce((object, [path, value]) => withMember(object, path, value), constant ?? {});
  if (encoding === 'form') return { text: toForm(body, formLists), contentType: 'application/x-www-form-urlencoded' };
  return { text: JSON.stringify(body), contentType: 'application/json' };
}

/** Fills a template; one hole alone keeps its value's type. */
export function renderValue(template: Template, read: (name: string) => Json | undefined): Json | undefined {
  const [only] = template.parts;
  if (template.parts.length === 1 && typeof only === 'object' && only.language === undefined) return read(only.name);
  return renderPlain(template, read);
}

/** Renders the record of a write where its request has no body of its own. */
export function renderRecord(
  { body, patch, patchAt, constants }: Pick<HttpWrite, 'body' | 'patch' | 'patchAt' | 'constants'>,
  method: RequestTemplate['method'],
  record: JsonObject,
): { text: string; contentType: string } {
  if (patch !== undefined && (method === 'PATCH' || patchAt !== undefined)) {
    const { change, contentType } = patches[patch];
    return { text: JSON.stringify(change(record, patchAt ?? '')), contentType };
  }
  const whole = method === 'PATCH' ? record : { ...constants, ...record };
  if (body === 'form') return { text: toForm(whole), contentType: 'application/x-www-form-urlencoded' };
  return { text: JSON.stringify(whole), contentType: 'application/json' };
}

interface PatchForm {
  contentType: string;
  change(record: JsonObject, at: string): Json;
}

const patches: Readonly<Record<NonNullable<HttpWrite['patch']>, PatchForm>> = {
  // @see https://www.rfc-editor.org/rfc/rfc7396
  merge: { contentType: 'application/merge-patch+json', change: (record) => record },
  // `add` replaces a member that is there. @see https://www.rfc-editor.org/rfc/rfc6902#section-4.1
  json: {
    contentType: 'application/json-patch+json',
    change: (record, at) =>
      Object.entries(record).map(([name, value]) => ({
        op: 'add',
        path: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        value,
      })),
  },
  scim: {
    contentType: 'application/scim+json',
    change: (record) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: toScimOperations(Object.entries(record).filter(([name]) => name !== 'schemas')),
    }),
  },
};

/**
 * Without a path, the value holds attributes to replace. Services that add to lists then replace those that a path names;
 * of objects, a path would take away the members that are not named.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2.3
 */
function toScimOperations(attributes: readonly [string, Json][]): JsonObject[] {
  const plain = attributes.filter(([, value]) => !Array.isArray(value));
  const lists = attributes.filter(([, value]) => Array.isArray(value));
  const named = lists.map(([path, value]) => ({ op: 'replace', path, value }));
  if (plain.length === 0 && named.length > 0) return named;
  return [{ op: 'replace', value: Object.fromEntries(plain) }, ...named];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Lists and objects have no place in a text. */
function toXmlValue(value: Json | undefined): Json | undefined {
  return typeof value === 'object' ? undefined : value;
}

/** A value within XML's text or a quoted attribute. XML 1.0 has no control characters but white space, not even escaped. */
function escapeXml(text: string): string {
  return text.replace(/[^\t\n\r\P{Cc}]/gu, '').replace(/[&<>"']/g, (char) => entities[char] ?? '');
}

/** Renders an object as a form; members that are objects become JSON, and lists where they are not repeated. */
export function toForm(record: JsonObject, lists: RequestTemplate['formLists'] = 'json'): string {
  return Object.entries(record)
    .flatMap(([name, value]) => {
      // An empty list is sent as an empty value: left out, it would change nothing.
      const values = lists === 'repeat' && Array.isArray(value) && value.length > 0 ? value : [emptied(value, lists)];
      return values.map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(toFormText(one))}`);
    })
    .join('&');
}

function emptied(value: Json, lists: RequestTemplate['formLists']): Json {
  return lists === 'repeat' && Array.isArray(value) ? '' : value;
}

function toFormText(value: Json): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
