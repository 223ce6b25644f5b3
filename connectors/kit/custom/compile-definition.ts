import { z } from 'zod';
import type { FieldError } from '../../../core/errors.ts';
import { toFieldErrors } from '../../../core/field-errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import type { HttpConnector } from '../connector.ts';
import { defineConnector } from '../define.ts';
import { writeSchema } from '../http/operations.ts';
import { compileDeclaration } from '../webhook/compile-declaration.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { HttpObject } from '../object-types.ts';
import { parseTemplate, renderPlain } from '../template.ts';
import { checkDefinition } from './check-definition.ts';
import { checkFills } from './check-fills.ts';
import { type Definition, type DefinitionObject, definitionSchema } from './definition.ts';
import { listSecretFields, toSubscription } from './subscriptions.ts';
import { listHosts, listParameters } from './destinations.ts';
import { toForm } from './forms.ts';
import { toShape } from './record-schema.ts';
import { toAuthMethod } from './ways-to-sign-in.ts';

export type ParsedDefinition = { ok: true; definition: Definition } | { ok: false; problems: FieldError[] };

/** Problems of one definition that are reported, at most. */
const problemsMax = 50;
/** A year: no time of a definition is longer. */
const numberMax = 31_622_400_000;

/** Checks a definition that somebody sent, as far as it can be without asking its system. Paths are those within it. */
export function parseNewDefinition(given: unknown): ParsedDefinition {
  const parsed = parseDefinition(given);
  const problems = parsed.ok ? checkFills(parsed.definition) : [];
  return problems.length > 0 ? refuse(problems) : parsed;
}

/** The same of one that is stored: what came to be refused since only keeps it from being saved again. */
export function parseDefinition(given: unknown): ParsedDefinition {
  const parsed = definitionSchema.safeParse(given);
  if (!parsed.success) return refuse(toFieldErrors(parsed.error.issues));
  const problems = [...checkDefinition(parsed.data), ...listLargeNumbers(parsed.data, '')];
  if (problems.length > 0) return refuse(problems);
  try {
    compileDefinition({ id: 'x_checked', version: 1, asOf: '2000-01-01' }, parsed.data);
  } catch (error) {
    // What is left is about how parts fit together, in the words of who checks connectors of the hub.
    const reason = error instanceof TypeError ? error.message : messages.formNotAllowed;
    const errors = error instanceof z.ZodError ? toFieldErrors(error.issues) : [];
    return refuse(
      errors.length > 0 ? errors : [{ path: '', code: 'invalid_value', message: messages.customRefused({ reason }) }],
    );
  }
  return { ok: true, definition: parsed.data };
}

function refuse(problems: FieldError[]): ParsedDefinition {
  return { ok: false, problems: problems.slice(0, problemsMax) };
}

/**
 * Makes a connector of a definition: the same value as `defineConnector` makes of ours.
 *
 * @throws {TypeError | z.ZodError} where it breaks a rule of the kit, which a definition that was parsed does not.
 */
export function compileDefinition(
  known: { id: string; version: number; asOf: string },
  definition: Definition,
): HttpConnector {
  const {
    name,
    vendor = name,
    category,
    docsUrl,
    tags,
    config,
    auth,
    http,
    limits,
    errors,
    test,
    webhook,
    objects,
  } = definition;
  const { timeoutMs, headers } = http;
  return defineConnector({
    id: known.id,
    version: `${known.version}.0.0`,
    name,
    vendor,
    category,
    docsUrl,
    tags,
    transport: 'http',
    config: toForm(config, new Set(listParameters(definition))),
    auth: auth.map(toAuthMethod),
    http: {
      baseUrl: toBaseUrl(http.baseUrl),
      hosts: listHosts(http),
      headers,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    limits,
    errors,
    test: { request: test.request, ...(test.passes === undefined ? {} : { passes: test.passes }) },
    ...(webhook === undefined
      ? {}
      : {
          webhook: toWebhook(webhook, { name, docsUrl }),
        }),
    objects: Object.fromEntries(Object.entries(objects).map(([id, object]) => [id, toObject(object, docsUrl)])),
    documentation: { source: docsUrl, asOf: known.asOf },
  });
}

function toWebhook(
  { subscription, ...declared }: NonNullable<Definition['webhook']>,
  { name, docsUrl }: { name: string; docsUrl: string },
): Webhook {
  const about = declared.docsUrl ?? docsUrl;
  const setup =
    declared.setup ?? `Register the address of the hook with ${name}, and say the same secrets here and there.`;
  const webhook = compileDeclaration(declared, { docsUrl: about, setup });
  const [field = 'secret'] = listSecretFields(webhook);
  return subscription === undefined
    ? webhook
    : { ...webhook, subscription: toSubscription(subscription, about, field) };
}

function toBaseUrl(given: Definition['http']['baseUrl']): string | ((scope: Scope) => string) {
  if (typeof given === 'string') return given;
  const { by, addresses } = given;
  return (scope) => {
    const value = scope.config[by];
    const address = typeof value === 'string' && Object.hasOwn(addresses, value) ? addresses[value] : undefined;
    return renderPlain(parseTemplate(address ?? ''), (hole) => {
      const [place, name = ''] = hole.split('.');
      const values = place === 'auth' ? scope.auth : scope.config;
      return Object.hasOwn(values, name) ? values[name] : undefined;
    });
  };
}

interface Scope {
  config: JsonObject;
  auth: JsonObject;
}

function toObject({ title, key, schema, docsUrl, operations }: DefinitionObject, docs: string): HttpObject {
  const { list, find, ...writes } = operations;
  const kinds = Object.entries(writes).flatMap(([kind, write]) => {
    if (write === undefined) return [];
    const { schema: taken, ...rest } = write;
    return [
      [kind, writeSchema.parse({ ...rest, ...(taken === undefined ? {} : { schema: toShape(taken) }) })] as const,
    ];
  });
  return {
    title,
    key: [key].flat(),
    docsUrl: docsUrl ?? docs,
    ...(schema === undefined ? {} : { schema: toShape(schema) }),
    operations: {
      ...(list === undefined ? {} : { list }),
      ...(find === undefined ? {} : { find }),
      ...Object.fromEntries(kinds),
    },
  };
}

function listLargeNumbers(value: unknown, at: string): FieldError[] {
  if (typeof value === 'number' && Math.abs(value) > numberMax) {
    return [{ path: at, code: 'too_big', message: messages.customTooMany({ max: numberMax }) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'schema' ? [] : listLargeNumbers(member, at === '' ? name : `${at}.${name}`),
  );
}
