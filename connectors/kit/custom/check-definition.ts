import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { parseValuePath } from '../../../core/paths.ts';
import { isSensitiveName } from '../../../core/secret.ts';
import { isFilterParameter } from '../filters/filter-text.ts';
import { isTemplate, isTyped, listHoles, parseTemplate } from '../template.ts';
import { compileDeclaration } from '../webhook/compile-declaration.ts';
import { checkSubscription, listSecretFields, listSubscriptionHoles } from './subscriptions.ts';
import { isPath, readHost } from './addresses.ts';
import type { Definition, DefinitionObject } from './definition.ts';

/** A text of a definition, and where it stands. */
interface Placed {
  at: string;
  text: string;
}

/** What the form of a definition cannot say: names that stand for something, paths that lead nowhere else, no secrets. */
export function checkDefinition(definition: Definition): FieldError[] {
  const requests = listRequests(definition, '');
  return [
    ...checkNames(definition),
    ...checkHosts(definition),
    ...Object.entries(definition.objects).flatMap(([id, object]) => checkObject(object, `objects.${id}`)),
    ...requests.flatMap(checkRequest),
    ...checkHeaders(definition.http.headers, 'http.headers'),
    ...checkHoles(definition),
    ...checkWebhook(definition),
  ];
}

function checkNames({ config, auth }: Definition): FieldError[] {
  const ids = auth.map((method) => ('id' in method && method.id !== undefined ? method.id : method.kind));
  return [
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [toError(`auth[${index}].id`, 'duplicate_id', messages.customIdTaken)] : [],
    ),
    ...Object.entries(config.properties).flatMap(([name, field]) =>
      field['x-secret'] === true
        ? [toError(`config.properties.${name}.x-secret`, 'secret_in_config', messages.customSecretInside)]
        : [],
    ),
  ];
}

function checkHosts({ http: { baseUrl, hosts }, config }: Definition): FieldError[] {
  const addresses = typeof baseUrl === 'string' ? [baseUrl] : Object.values(baseUrl.addresses);
  const problems: FieldError[] = [];
  if (typeof baseUrl !== 'string') {
    const parameter = Object.hasOwn(config.properties, baseUrl.by) ? config.properties[baseUrl.by] : undefined;
    const known = new Set(Object.keys(baseUrl.addresses));
    if (parameter?.enum === undefined || parameter.enum.some((value) => !known.has(value))) {
      problems.push(toError('http.baseUrl.by', 'unknown_parameter', messages.customAddressParameter));
    }
  }
  if (hosts === undefined || hosts === 'from_config') return problems;
  const strays = addresses.filter((address) => {
    const host = readHost(address);
    return (
      host !== undefined && !hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : known === host))
    );
  });
  return strays.length === 0
    ? problems
    : [...problems, toError('http.hosts', 'host_not_listed', messages.customHostUnlisted)];
}

function checkObject({ key, schema, operations }: DefinitionObject, at: string): FieldError[] {
  const properties = schema?.properties;
  const unknown =
    properties === undefined
      ? []
      : [key].flat().filter((path) => !Object.hasOwn(properties, String(parseValuePath(path)?.[0])));
  const { list: _list, find: _find, ...writes } = operations;
  return [
    ...unknown.map((field) => toError(`${at}.key`, 'unknown_field', messages.customKeyUnknown({ field }))),
    ...Object.entries(writes).flatMap(([kind, write]) => {
      const { idempotency } = write ?? {};
      if (idempotency?.kind !== 'find' || idempotency.paginate !== undefined) return [];
      const { path, query, body } = idempotency.request;
      const holes = [path, ...Object.values(query)].flatMap(holesOf);
      return body === undefined && holes.every((hole) => /^(?:config|auth)\./.test(hole))
        ? [toError(`${at}.operations.${kind}.idempotency.request`, 'same_for_all', messages.customFindSame)]
        : [];
    }),
  ];
}

interface PlacedRequest {
  at: string;
  request: Readonly<Record<string, unknown>>;
}

/** Every request of a definition: whatever has a method and a path. */
function listRequests(value: unknown, at: string): PlacedRequest[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const below = members.flatMap(([name, member]) => listRequests(member, join(value, at, name)));
  return 'method' in value && 'path' in value ? [{ at, request: { ...value } }, ...below] : below;
}

function checkRequest({ at, request }: PlacedRequest): FieldError[] {
  const { path, query, bodyFields, headers, base } = request;
  const address = typeof path === 'string' && !isPath(fillPlain(path));
  return [
    ...(address ? [toError(`${at}.path`, 'invalid_path', messages.customPathInvalid)] : []),
    ...(typeof base === 'string' && !isPlainAddress(base)
      ? [toError(`${at}.base`, 'invalid_address', messages.customAddressInvalid)]
      : []),
    ...checkHeaders(headers, `${at}.headers`),
    ...textsOf(query).flatMap(([name, text]) => checkValue(name, text, `${at}.query.${name}`)),
    ...textsOf(bodyFields).flatMap(([name, text]) => checkValue(name, text, `${at}.bodyFields.${name}`)),
  ];
}

/** What stands in the middle of another text is written in the language of that text; what is secret stands in none. */
function checkValue(name: string, text: string, at: string): FieldError[] {
  const isWhole = parseTemplate(text).parts.length < 2 && !isFilterParameter(name);
  if (!isWhole && !isTyped(isFilterParameter(name) ? ` ${text}` : text)) {
    return [toError(at, 'untyped_hole', messages.customHoleUntyped)];
  }
  return isConstantSecret(name, text) ? [toError(at, 'secret_in_definition', messages.customSecretInside)] : [];
}

function isConstantSecret(name: string, text: string): boolean {
  return isSensitiveName(name) && text !== '' && holesOf(text).length === 0;
}

/** Those of the connection, and those of the protocol. */
const reserved =
  /^(?:authorization|proxy-.*|cookie|host|content-length|transfer-encoding|connection|accept-encoding|te|trailer|upgrade|expect)$/i;

function checkHeaders(headers: unknown, at: string): FieldError[] {
  return textsOf(headers).flatMap(([name, text]) => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name) || reserved.test(name)) {
      return [toError(`${at}.${name}`, 'reserved_header', messages.customHeaderReserved)];
    }
    if (!/^[\t\x20-\x7e]*$/.test(text))
      return [toError(`${at}.${name}`, 'invalid_value', messages.customHeaderInvalid)];
    return isConstantSecret(name.replaceAll('-', '_'), text)
      ? [toError(`${at}.${name}`, 'secret_in_definition', messages.customSecretInside)]
      : [];
  });
}

/** Holes for the configuration and for credentials name fields of the forms; what is secret only where `auth` puts it. */
function checkHoles({ config, auth, webhook: _webhook, ...rest }: Definition): FieldError[] {
  const parameters = new Set(Object.keys(config.properties));
  const isOpen = rest.http.hosts === 'from_config' ? '' : 'base_url';
  const fields = auth.map((method) => ('credentials' in method ? (method.credentials?.properties ?? {}) : {}));
  const isPublic = (name: string): boolean =>
    fields.some((properties) => Object.hasOwn(properties, name) && properties[name]?.['x-secret'] !== true);
  const ofRequests = listTexts(rest, '').flatMap(({ at, text }) =>
    holesOf(text).flatMap((hole) => {
      const [place, name = ''] = hole.split('.');
      if (place === 'auth' && !isPublic(name)) return [toError(at, 'secret_hole', messages.customHoleSecret)];
      if (place === 'parent' && !hasParent(rest, at)) return [toError(at, 'unknown_hole', messages.customHoleOrphan)];
      if (at.startsWith('test.') && place !== 'config' && place !== 'auth' && place !== 'names')
        return [toError(at, 'unknown_hole', messages.customHoleUnknown({ hole }), toHoles(parameters))];
      const isKnown = place === 'config' ? parameters.has(name) || name === isOpen : place !== 'names';
      return isKnown ? [] : [toError(at, 'unknown_hole', messages.customHoleUnknown({ hole }), toHoles(parameters))];
    }),
  );
  const ofAuth = auth.flatMap((method, index) => {
    if (!('credentials' in method) || method.credentials === undefined) return [];
    const known = new Set(Object.keys(method.credentials.properties));
    const obtained = 'extract' in method ? Object.keys(method.extract).map((name) => `$${name}`) : [];
    const allowed = [...known, ...obtained, ...toHoles(parameters)];
    return listAuthTexts(method, `auth[${index}]`).flatMap(({ at, text }) =>
      holesOf(text).flatMap((hole) => {
        const isKnown = hole.startsWith('config.')
          ? parameters.has(hole.slice(7))
          : hole.startsWith('$') || known.has(hole);
        return isKnown ? [] : [toError(at, 'unknown_hole', messages.customHoleUnknown({ hole }), allowed)];
      }),
    );
  });
  return [...ofRequests, ...ofAuth];
}

function toHoles(parameters: Iterable<string>): string[] {
  return [...parameters].map((name) => `config.${name}`);
}

/** A field `parent` of a record fills holes of writes; in a list, and in the test, only the list's parents do. */
function hasParent({ objects }: Pick<Definition, 'objects'>, at: string): boolean {
  const list = /^objects\.([^.]+)\.operations\.list\./.exec(at)?.[1];
  if (list === undefined) return !at.startsWith('test.');
  const read = objects[list]?.operations.list;
  return read !== undefined && 'parents' in read && read.parents !== undefined;
}

/** Those of a way to sign in, and the values that its logins send. */
function listAuthTexts(method: Definition['auth'][number], at: string): Placed[] {
  const logins = 'login' in method ? { login: method.login, logout: method.logout } : {};
  return [
    ...listTexts({ ...method, credentials: undefined, setup: undefined }, at),
    ...Object.entries(logins).flatMap(([name, login]) => listTexts(login?.body?.values, `${at}.${name}.body.values`)),
  ];
}

/** How the hub subscribes by itself: that it can, and the holes of its requests. */
function checkWebhook({ webhook, config, objects }: Definition): FieldError[] {
  if (webhook?.subscription === undefined) return [];
  const { subscription, ...declared } = webhook;
  const parameters = Object.keys(config.properties);
  const form = listSecretFields(compileDeclaration(declared, { docsUrl: '', setup: '' }));
  const holesIn = (value: unknown): string[] => listTexts(value, '').flatMap(({ text }) => holesOf(text));
  const strange = Object.entries(subscription.topics).flatMap(([id, topic]) => {
    const { list, create, verify, remove, ends } = topic;
    return listTexts({ list, create, verify, remove, ends }, '').flatMap(({ at: place, text }) =>
      holesOf(text).flatMap((hole) => {
        const isKnown = hole.startsWith('config.')
          ? parameters.includes(hole.slice(7))
          : listSubscriptionHoles(topic, place).includes(hole);
        const at = `webhook.subscription.topics.${id}.${place}`;
        if (isKnown) return [];
        return hole.startsWith('auth.')
          ? [toError(at, 'secret_hole', messages.customHoleSecret)]
          : [toError(at, 'unknown_hole', messages.customHoleUnknown({ hole }), listSubscriptionHoles(topic, place))];
      }),
    );
  });
  const isStandard = webhook.verify.standard_webhooks !== undefined;
  const about = { form, isStandard, objects: Object.keys(objects), parameters, holesOf: holesIn };
  return [...strange, ...checkSubscription(subscription, about)];
}

/** Texts with holes. Words for people, and schemas, are no templates. */
function listTexts(value: unknown, at: string): Placed[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    noTemplates.has(name) ? [] : listTexts(member, join(value, at, name)),
  );
}

const noTemplates: ReadonlySet<string> = new Set([
  'name',
  'title',
  'schema',
  'errors',
  'docsUrl',
  'vendor',
  'tags',
  'body',
  'already',
  'expired',
  'constants',
]);

function join(parent: object, at: string, name: string): string {
  if (Array.isArray(parent)) return `${at}[${name}]`;
  return at === '' ? name : `${at}.${name}`;
}

function textsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function holesOf(text: string): string[] {
  return isTemplate(text) ? listHoles(parseTemplate(text)) : [];
}

/** With a plain word in each hole. */
function fillPlain(text: string): string {
  return isTemplate(text)
    ? parseTemplate(text)
        .parts.map((part) => (typeof part === 'string' ? part : 'x'))
        .join('')
    : text;
}

function isPlainAddress(text: string): boolean {
  const url = URL.parse(fillPlain(text.replace(/^\{config\.[^{}]+\}/, 'https://host.example')));
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[\s\\?#@]/.test(text);
}

function toError(path: string, code: string, message: string, known: readonly string[] = []): FieldError {
  return { path, code, message, ...(known.length === 0 ? {} : { allowed: known.slice(0, 40) }) };
}
