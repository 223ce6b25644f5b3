import { z } from 'zod';
import { idPrefixes } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { waitSecondsMax } from '../../services/shared/wait-until.ts';
import type { DescribedRoute } from '../route.ts';
import type { Components } from './components.ts';
import { isKeyed, isTagged } from './headers.ts';

/** Headers that requests may carry. */
const parameterComponents = {
  'Request-Id': {
    description: 'An id of your own for the request: 1 to 128 letters, digits, `_`, `.` and `-`. Others are replaced.',
    schema: { type: 'string' },
    example: 'import-7.42',
  },
  'Idempotency-Key': {
    description:
      'Any text that you use for one request only. Sent again with the same key, the request has no second effect and gets the kept answer, for 24 hours. Faults are not kept, nor is what `If-Match` was refused with.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    example: '5f0c7f0e-2f0b-4a53-9a3c-0d5e3b1d9c11',
  },
  'If-Match': {
    description: 'The `ETag` of the version that you change; another one in the meantime is answered 412.',
    schema: { type: 'string' },
    example: '"3-k2R7dJqk0Zr2Yw5b"',
  },
  'If-None-Match': {
    description:
      'The `ETag` of what you have; while it is still what would be shown, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"3-k2R7dJqk0Zr2Yw5b"',
  },
  'If-Name-Is-Free': {
    name: 'If-None-Match',
    description: '`*` makes nothing where something of this name is there already: that is answered 412.',
    schema: { type: 'string', const: '*' },
    example: '*',
  },
  Prefer: {
    description: `\`wait=10\` waits up to that many seconds, ${waitSecondsMax} at most, for the outcome before it answers (RFC 7240).`,
    schema: { type: 'string' },
    example: 'wait=10',
  },
} as const satisfies Record<string, JsonObject>;

const componentsPrefix = '#/components/parameters/';

type HeaderParameter = keyof typeof parameterComponents;

/** The components that operations refer to, with their place. */
export function renderParameterComponents(paths: JsonObject): JsonObject {
  const text = JSON.stringify(paths);
  const used = Object.entries(parameterComponents).filter(([name]) => text.includes(`"${componentsPrefix}${name}"`));
  return Object.fromEntries(used.map(([name, rest]) => [name, { name, in: 'header', required: false, ...rest }]));
}

/** Every parameter of a route: of its path, its query, and its headers. */
export function renderParameters(route: DescribedRoute, components: Components): JsonObject[] {
  const headers: HeaderParameter[] = [
    'Request-Id',
    ...(isKeyed(route) ? (['Idempotency-Key'] as const) : []),
    ...(route.versioned === true && route.method !== 'get' ? (['If-Match'] as const) : []),
    ...(route.namedIn === undefined ? [] : (['If-Name-Is-Free'] as const)),
    ...(route.method === 'get' && isTagged(route) ? (['If-None-Match'] as const) : []),
    ...(route.outcome === undefined && route.pends !== true ? [] : (['Prefer'] as const)),
  ];
  return [
    ...renderPathParameters(route.path),
    ...renderQueryParameters(route, components),
    ...headers.map((name) => ({ $ref: componentsPrefix + name })),
  ];
}

function renderPathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/(?<=([\w-]+)(\}?)\/)\{(\w+)\}/g)].map(([, collection = '', behind, name = '']) => {
    const thing = behind === '' ? collection.replaceAll('-', ' ').replace(/s$/, '') : name;
    const example = exampleId(collection);
    return {
      name,
      in: 'path',
      required: true,
      description: name === 'id' ? `Id of the ${thing}.` : `Which ${thing}.`,
      schema: { type: 'string' },
      ...(name === 'id' && example !== undefined ? { example } : {}),
    };
  });
}

/** What filters mean whose shapes do not say it. */
const filterTexts: Readonly<Record<string, string>> = {
  status: 'Only those in this state.',
  type: 'Only those of this type.',
  service_type: 'Only those to this third party: the id of a connector.',
  category: 'Only those of this category.',
  account_id: 'Only those of this account.',
  connection_id: 'Only those that use this connection.',
  integration_id: 'Only those of this integration.',
};

/** Every parameter of a query. */
export function renderQueryParameters({ query }: Pick<DescribedRoute, 'query'>, components: Components): JsonObject[] {
  return Object.entries<z.core.$ZodType>(query?.shape ?? {}).map(([name, shape]) => {
    const { description = filterTexts[name] ?? `Only those with this \`${name}\`.`, ...schema } = components.schemaOf(
      shape,
      'input',
    );
    return { name, in: 'query', required: !z.core.safeParse(shape, undefined).success, description, schema };
  });
}

/** An id of the kind of thing that a collection holds; connectors have names for ids. */
export function exampleId(collection: string): string | undefined {
  if (collection === 'connectors') return 'postgres';
  const kind = collection.replace(/s$/, '').replaceAll(/-(\w)/g, (_, initial: string) => initial.toUpperCase());
  const prefix = Object.entries(idPrefixes).find(([name]) => name === kind)?.[1];
  return prefix === undefined ? undefined : `${prefix}_01kanm3t1fe7krd5v2mgxzs2v8`;
}
