import type { FieldComparison } from '../../../core/field-comparison.ts';
import type { RecordFinder, RecordSource, RecordTarget } from '../../../core/records.ts';
import { createScrub } from '../../../core/telemetry/scrub.ts';
import { maskSecretForms } from '../../../core/secret.ts';
import { noTracer } from '../../../core/telemetry/tracing.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import type { AuthMethod } from '../../kit/auth/methods.ts';
import { rememberWire } from './auth/remember-wire.ts';
import { createLocalTokenStore } from '../shared/token-store.ts';
import { openTokenEndpoints } from './auth/token-endpoints.ts';
import { readTlsIdentity } from './auth/tls-identity.ts';
import type { HttpConnector } from '../../kit/connector.ts';
import type { HttpObject, Resolved } from '../../kit/object-types.ts';
import { describeObject } from '../../kit/describe-object.ts';
import { discoverBySampling } from '../shared/discover/sampled.ts';
import { type CompiledPolicy, compilePolicy } from '../shared/egress/policy.ts';
import { memoize } from '../shared/memoize.ts';
import { resolveObject } from '../../kit/objects.ts';
import { readAwsPlaces } from '../../kit/presets/aws-places.ts';
import { refuseRequest } from '../shared/refuse-request.ts';
import type {
  ConnectorSession,
  FinderRequest,
  SessionContext,
  SourceRequest,
  TargetRequest,
} from '../shared/session.ts';
import { runTest } from '../shared/staged-test.ts';
import { pickPublicFields, readSecretFields } from '../../kit/validate.ts';
import { listTopics } from '../../kit/webhook/subscription.ts';
import { createHostCheck, findBaseUrl, toOwnAddress } from './base-url.ts';
import { HttpClient } from './client.ts';
import type { HttpContext } from './context.ts';
import { type AwsPlacesOfSession, openAwsPlaces } from './places/aws-places.ts';
import { createExportSource } from './sources/export-source.ts';
import { createFileSource } from './sources/file-source.ts';
import { createHttpFinder } from './finder.ts';
import { createFolderSource } from './sources/folder-source.ts';
import { filterRead } from './sources/filter-read.ts';
import { limitRead } from './sources/limit-read.ts';
import { createNestedSource } from './sources/nested-source.ts';
import { createPagesSource } from './sources/pages-source.ts';
import { createSubscriber } from './subscriber.ts';
import { HttpTarget } from './target.ts';
import { testHttp } from './test-http.ts';
import { messages } from '../../../core/messages.ts';

/** Binds an HTTP connector to a connection. Opens no socket before the first call. */
export function openHttpSession(
  connector: HttpConnector,
  session: SessionContext,
  method: AuthMethod,
): ConnectorSession {
  const policy = compilePolicy(session.egress);
  const { context, places, close } = createContext(connector, session, method, policy);
  const { config, clock } = session;
  const resolve = memoize((request: ObjectName) => resolveObject(connector, { ...request, config, role: 'source' }));
  const openNamed = ({ recordsMax, where = [], ...request }: SourceRequest): RecordSource => {
    const resolved = resolve(request);
    const open = (at: HttpContext): RecordSource => openSource(connector, at, resolved, { recordsMax, where });
    const isPlaced = resolved.ok && resolved.object.readOnce !== 'connection';
    return places !== undefined && isPlaced ? places.openSource(resolved.object, open) : open(context);
  };
  return {
    test: (signal) => runTest(testHttp(connector, { context, policy, method, openSource: openNamed }, signal), clock),
    discover: (ends, signal) => discoverBySampling(connector, config, openNamed, ends, signal),
    openSource: openNamed,
    openFinder: ({ object, options, ...search }) =>
      openFinder(connector, context, resolve({ object, options }), search),
    openTarget: (request) => openTarget(connector, session, context, request),
    openSubscriber: (topic) => {
      const declared = Object.fromEntries(listTopics(connector))[topic];
      if (declared !== undefined) return createSubscriber(context, declared);
      throw refuseRequest(connector, 'subscribe', [
        { path: 'subscribe.to', code: 'unsupported', message: messages.subscriptionTopicUnknown({ topic }) },
      ]);
    },
    createScrub: context.createScrub,
    close,
  };
}

type ObjectName = Omit<SourceRequest, 'recordsMax' | 'where'>;

function createContext(
  connector: HttpConnector,
  session: SessionContext,
  method: AuthMethod,
  policy: CompiledPolicy,
): { context: HttpContext; places: AwsPlacesOfSession | undefined; close: () => Promise<void> } {
  const { http, limits, errors } = connector;
  const {
    config,
    clock,
    limiter,
    observeCall,
    reportIncident,
    tokens = createLocalTokenStore(),
    tracer = noTracer,
  } = session;
  const { credentials } = session.auth;
  const auth = pickPublicFields(method, credentials.reveal());
  const base = findBaseUrl(http, { config, auth });
  const isAllowed = createHostCheck(base, base.url);
  const { headers, timeoutMs, maxResponseBytes } = http;
  const tls = readTlsIdentity(method, credentials.reveal());
  const endpoints = openTokenEndpoints(method, { policy, tls, isAllowed, tracer, clock, reportIncident });
  const call = endpoints.call;
  const { apply } = method;
  const toAddress = (address: string): string => toOwnAddress(address, base);
  const listSecrets = (): string[] => readSecretFields(method, credentials.reveal());
  const authDeps = { credentials, config, clock, tokens, call, toAddress };
  const authenticator = rememberWire(createAuthenticator(method, authDeps), listSecrets);
  const { authenticate } = authenticator;
  const showsPaths = connector.dynamicObjects === undefined;
  const sending = { authenticate, limits, limiter, headers, isAllowed, clock, tracer, showsPaths, observeCall };
  const client = new HttpClient({ ...sending, errors, timeoutMs, maxResponseBytes, tls, reportIncident }, policy);
  const context: HttpContext = {
    connectorId: connector.id,
    client,
    scope: { baseUrl: base.url, vendorUrl: base.vendorUrl, config, auth, names: http.names?.({ config, auth }) },
    isAllowed,
    timeoutMs,
    maxResponseBytes,
    clock,
    reportIncident,
    tls,
    createScrub: () => {
      const scrub = createScrub([...listSecrets(), ...authenticator.readSecrets(), ...(places?.readSecrets() ?? [])]);
      return (text) => maskSecretForms(scrub(text));
    },
  };
  const given = connector.places === undefined ? undefined : readAwsPlaces(config);
  const places =
    given !== undefined && apply.kind === 'sigv4'
      ? openAwsPlaces(given, { connector, application: apply, auth: authDeps, context, listSecrets })
      : undefined;
  const close = async (): Promise<void> => {
    await authenticator.close();
    await Promise.all([client.close(), endpoints.close()]);
  };
  return { context, places, close };
}

function openSource(
  connector: HttpConnector,
  context: HttpContext,
  resolved: Resolved<HttpObject>,
  { recordsMax, where }: { recordsMax: number | undefined; where: readonly FieldComparison[] },
): RecordSource {
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { list: declared } = resolved.object.operations;
  const list = declared && filterRead(limitRead(declared, recordsMax), where);
  switch (list?.kind) {
    case 'pages':
      if (list.job !== undefined) return createExportSource(context, list, list.job);
      return list.parents === undefined
        ? createPagesSource(context, list)
        : createNestedSource(context, list, list.parents);
    case 'file':
      return createFileSource(context, list);
    case 'folder':
      return createFolderSource(context, list);
    case undefined:
      throw refuseRequest(connector, 'list', [
        { path: 'object', code: 'unsupported', message: messages.objectNotReadable },
      ]);
  }
}

function openFinder(
  connector: HttpConnector,
  context: HttpContext,
  resolved: Resolved<HttpObject>,
  search: Omit<FinderRequest, 'object' | 'options'>,
): RecordFinder {
  if (!resolved.ok) throw refuseRequest(connector, 'find', resolved.problems);
  const { find } = resolved.object.operations;
  if (find !== undefined) return createHttpFinder(context, find, search);
  throw refuseRequest(connector, 'find', [
    { path: 'object', code: 'unsupported', message: messages.recordsNotFindable },
  ]);
}

function openTarget(
  connector: HttpConnector,
  { config }: SessionContext,
  context: HttpContext,
  request: TargetRequest,
): RecordTarget {
  const named = { ...request, config, role: 'target' as const };
  const resolved = resolveObject(connector, named);
  if (!resolved.ok) throw refuseRequest(connector, request.operation, resolved.problems);
  const described = describeObject(connector, { ...named, withoutSchemas: true });
  if (!described.ok) throw refuseRequest(connector, request.operation, described.problems);
  const write = resolved.object.operations[request.operation];
  const description = described.description.operations[request.operation];
  if (write === undefined || description === undefined) {
    throw refuseRequest(connector, request.operation, [
      { path: 'operation', code: 'unsupported', message: messages.objectOperationUnsupported(request) },
    ]);
  }
  return new HttpTarget(context, request, write, description);
}
