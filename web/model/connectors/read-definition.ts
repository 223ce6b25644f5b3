import { isObject, type JsonObject, parseJson } from '../json.ts';
import { findLine } from './json-positions.ts';

/** What is wrong in a definition, or is still to be decided, and where in the text it is. */
export interface LocatedFinding {
  path: string;
  message: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
}

export type ReadDefinition = { ok: true; definition: JsonObject } | { ok: false; message: string };

/** Reads the text of an editor. */
export function readDefinition(text: string): ReadDefinition {
  try {
    const value = parseJson(text);
    if (isObject(value)) return { ok: true, definition: value };
    return { ok: false, message: 'A definition is an object: it begins with { and ends with }.' };
  } catch (error) {
    return { ok: false, message: `This is no JSON yet. ${error instanceof Error ? error.message : ''}` };
  }
}

/** Finds the lines that findings are about. @param text Valid JSON. */
export function locateFindings(text: string, findings: readonly { path: string; message: string }[]): LocatedFinding[] {
  return findings
    .map(({ path: full, message }) => {
      // Refusals name members of the request, drafts members of the definition.
      const path = full.replace(/^definition(?:\.|$)/, '');
      return { path, message, ...findLine(text, path) };
    })
    .toSorted((one, other) => one.line - other.line);
}

/** Names and values of parameters, one in a line: `tenant=acme`. Lines without a value are left out. */
export function readParameters(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => line.split('=').map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) => (name === '' || value === '' ? [] : [[name, value]])),
  );
}

/** What a definition begins with where there is no description to draft it from. */
export const startDefinition: JsonObject = {
  name: 'Acme',
  docsUrl: 'https://acme.example/docs',
  config: { properties: { base_url: { type: 'string', title: 'Address' } }, required: ['base_url'] },
  auth: [{ kind: 'bearer' }],
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  test: { request: { method: 'GET', path: '/me' } },
  objects: {
    people: {
      title: 'People',
      key: 'id',
      schema: { type: 'object', properties: { id: { type: 'string' }, email: { type: 'string' } } },
      operations: {
        list: {
          kind: 'pages',
          request: { method: 'GET', path: '/people' },
          format: { kind: 'json', recordsPath: 'data' },
          paginate: { kind: 'cursor', parameter: 'after', path: 'next', sizeParameter: 'limit', pageSize: 100 },
        },
      },
    },
  },
};
