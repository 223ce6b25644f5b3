import type { Connector, HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { createHostCheck } from '../../connectors/drivers/http/base-url.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { isTyped, listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { listSecretFields, validateConfig, validateCredentials } from '../../connectors/kit/validate.ts';
import { isJsonObject } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';
import type { Contract } from '../../tools/contract/contract.ts';
import { listUses, type OperationUse, sampleBaseUrl } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { findPageParameter } from './check-paging.ts';
import type { Problem, Rule } from './problem.ts';

/** L0: is a definition complete and consistent in itself? */
export function checkDefinition(connector: Connector, contract?: Contract): Problem[] {
  const problems = [...checkForms(connector), ...checkWebhook(connector)];
  return connector.transport === 'http' ? [...problems, ...checkHttp(connector, contract)] : problems;
}

function checkForms(connector: Connector): Problem[] {
  const config = validateConfig(connector, sampleForms(connector).config);
  const problems = config.ok ? [] : config.errors;
  const credentials = connector.auth.flatMap((method) => {
    const checked = validateCredentials(connector, sampleForms(connector, method).credentials);
    return checked.ok ? [] : checked.errors;
  });
  return [...problems, ...credentials].map(({ path, code }) =>
    toProblem('forms-fillable', `Give ${path} an example that the form takes (${code}).`),
  );
}

/** Paths are checked where they are compiled, which is when the first delivery comes; so they are here. */
function checkWebhook({ webhook }: Connector): Problem[] {
  if (webhook === undefined) return [];
  const { events, signature, handshakes = [], credentials } = webhook;
  const places = [events.name, ...(events.key ?? []), ...(events.at === undefined ? [] : [events.at.place])];
  for (const handshake of handshakes) {
    places.push(...[handshake.when ?? []].flat().map(({ place }) => place));
    places.push(
      handshake.kind === 'echo' ? handshake.challenge : handshake.kind === 'hmac' ? handshake.token : handshake.url,
    );
  }
  const templates = signature.kind === 'token' ? [signature.value] : [];
  if (signature.kind === 'jwt') templates.push(signature.audience, ...Object.values(signature.claims).filter(isText));
  const fields = [
    ...(signature.kind === 'hmac' || signature.kind === 'standard_webhooks'
      ? [signature.key]
      : signature.kind === 'sns'
        ? [signature.topic]
        : []),
    ...templates.flatMap((template) => listHoles(parseTemplate(template))),
  ];
  const paths = places.filter(({ in: where }) => where === 'body' || where === 'event').map(({ name }) => name);
  if (events.list !== undefined) paths.push(events.list);
  return [
    ...paths.filter((path) => parseValuePath(path) === undefined).map((path) => `This is not a path: ${path}`),
    ...fields.filter((field) => !Object.hasOwn(credentials.shape, field)).map((field) => `Its form lacks ${field}.`),
    ...(fields.length === 0 ? ['It is checked by nothing of its form.'] : []),
  ].map((detail) => toProblem('webhook-consistent', detail, 'webhook'));
}

function isText(value: string | true): value is string {
  return value !== true;
}

function checkHttp(connector: HttpConnector, contract: Contract | undefined): Problem[] {
  const { http, errors, limits, category } = connector;
  const problems: Problem[] = [];
  const base = URL.parse(sampleBaseUrl(connector));
  if (base === null || !createHostCheck(http, base.href)(base)) {
    problems.push(toProblem('host-listed', `The base address ${base?.origin ?? ''} is on none of its hosts.`));
  }
  const hasSecrets = connector.auth.some((method) => listSecretFields(method).length > 0);
  if (category !== 'generic' && hasSecrets && errors.length === 0) {
    problems.push(toProblem('errors-declared', 'It has no error rules.'));
  }
  const isCloud = hasSecrets && http.hosts !== 'from_config';
  if (isCloud && limits.buckets.length === 0 && limits.signals.length === 0) {
    problems.push(toProblem('limits-declared', 'It has neither a bucket nor a signal.'));
  }
  return [
    ...problems,
    ...Object.entries(connector.objects).flatMap(([name, object]) => checkObject(name, object, contract)),
    ...listUses(connector).flatMap(checkHoles),
  ];
}

/** What no language is named for would be put into the middle of a filter as it is. */
function checkHoles({ id, request }: OperationUse): Problem[] {
  const texts = [...Object.values(request.query), ...Object.values(request.bodyFields ?? {})];
  return texts.filter((text) => !isTyped(text)).map((text) => toProblem('holes-typed', text, id));
}

function checkObject(name: string, object: HttpObject, contract: Contract | undefined): Problem[] {
  const problems: Problem[] = [];
  const { list, find: _find, ...writes } = object.operations;
  if (object.docsUrl === undefined) problems.push(toProblem('object-documented', 'It has no docsUrl.', name));
  if (list !== undefined) {
    const missing = listMissingKeys(object);
    if (missing.length > 0) problems.push(toProblem('key-declared', missing.join(', '), `${name}.list`));
    const paging = list.kind === 'pages' ? list.paginate : undefined;
    // Where the vendor says what the next page is, some let nobody choose how large it will be.
    const isCounted = paging?.kind === 'page' || paging?.kind === 'offset';
    if (isCounted && paging.pageSize === undefined) {
      problems.push(toProblem('page-size-declared', 'It has no pageSize.', `${name}.list`));
    }
  }
  for (const [operation, { idempotency }] of Object.entries(writes)) {
    if (idempotency.kind !== 'find' || idempotency.paginate !== undefined) continue;
    if (isWhole(contract, `${name}.${operation}/find`)) continue;
    const { path, query, body } = idempotency.request;
    const holes = [path, ...Object.values(query)].flatMap((text) => listHoles(parseTemplate(text)));
    if (holes.every((hole) => hole.startsWith('config.')) && body === undefined) {
      problems.push(toProblem('find-identifies', 'It asks the same for every record.', `${name}.${operation}`));
    }
  }
  return problems;
}

/** A list that the vendor gives all at once has the record in it, whatever is asked. */
function isWhole(contract: Contract | undefined, use: string): boolean {
  const operation = contract?.operations[contract.uses[use] ?? ''];
  return operation !== undefined && findPageParameter(operation) === undefined;
}

function listMissingKeys({ key, schema }: HttpObject): string[] {
  if (key === undefined || key.length === 0) return ['It has no key.'];
  if (schema === undefined) return [];
  const { properties } = toJsonSchema(schema);
  const known = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  return key.filter((path) => !known.has(String(parseValuePath(path)?.[0])));
}

function toProblem(rule: Rule, detail: string, use = 'connector'): Problem {
  return { use, rule, detail };
}
