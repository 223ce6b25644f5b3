import { parseValuePath } from '../../../core/paths.ts';
import type { RecordSource, RecordTarget } from '../../../core/records.ts';
import { Secret } from '../../../core/secret.ts';
import type { LdapConnector } from '../../kit/define.ts';
import { describeObject } from '../../kit/describe-object.ts';
import { discoverBySampling } from '../shared/discover/sampled.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import { toConnectorError } from '../../kit/fault.ts';
import { toPlainText } from '../../kit/narrow.ts';
import { resolveObject } from '../../kit/objects.ts';
import { refuseRequest } from '../shared/refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest } from '../shared/session.ts';
import { runTest } from '../shared/staged-test.ts';
import { createLdapConnection } from './connection.ts';
import type { LdapContext } from './context.ts';
import { discoverClasses } from './discover.ts';
import { plainFormat } from '../../kit/ldap/plain-format.ts';
import { OpenSearches } from './paged-source.ts';
import { ldapConfig, operationTimeoutMs, toDirectoryName, toLdapSettings } from '../../kit/ldap/settings.ts';
import { LdapTarget } from './target.ts';
import { testLdap } from './test-ldap.ts';
import { createWalkingSource } from './walking-source.ts';

/** Binds a connector on LDAP to a connection. Opens no socket before the first operation. */
export function openLdapSession(connector: LdapConnector, session: SessionContext): DriverSession {
  const context = createContext(connector, session);
  const searches = new OpenSearches();
  const openSource = (request: SourceRequest): RecordSource =>
    openLdapSource(connector, session, context, searches, request);
  return {
    test: (signal) => runTest(testLdap(context, signal), session.clock),
    discover: (ends, signal) =>
      connector.dynamicObjects === undefined
        ? discoverBySampling(connector, session.config, openSource, ends, signal)
        : discoverClasses(context, plainFormat, signal),
    openSource,
    openTarget: (request) => openLdapTarget(connector, session, context, request),
    close: () => {
      searches.close();
      context.connection.close();
      return Promise.resolve();
    },
  };
}

function createContext(connector: LdapConnector, session: SessionContext): LdapContext {
  const { limiter, clock, auth } = session;
  const policy = compilePolicy(session.egress);
  const { bind_dn: bindDn, password } = auth.credentials.reveal();
  const login = new Secret({ bindDn: toPlainText(bindDn), password: toPlainText(password) });
  const settings = toLdapSettings(connector.id, ldapConfig.loose().parse(session.config), login);
  return {
    settings,
    policy,
    connection: createLdapConnection(settings, policy, session.observeCall),
    clock,
    takeTurn: async (signal = AbortSignal.timeout(operationTimeoutMs)) => {
      for (const bucket of connector.limits.buckets) await limiter.take(bucket, signal);
    },
    toError: (operation, fault) =>
      toConnectorError(fault, { connectorId: connector.id, operation, endpoint: toDirectoryName(settings) }),
  };
}

function openLdapSource(
  connector: LdapConnector,
  { config }: SessionContext,
  context: LdapContext,
  searches: OpenSearches,
  request: SourceRequest,
): RecordSource {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { list } = resolved.object.operations;
  if (list === undefined) throw refuseRequest(connector, 'list', [unsupported]);
  const read = { ...list, pageSize: Math.min(list.pageSize, request.recordsMax ?? list.pageSize) };
  return read.along === undefined
    ? searches.createSource(context, read)
    : createWalkingSource(context, read, read.along);
}

function openLdapTarget(
  connector: LdapConnector,
  { config }: SessionContext,
  context: LdapContext,
  request: TargetRequest,
): RecordTarget {
  const named = { ...request, config, role: 'target' as const };
  const { operation } = request;
  const resolved = resolveObject(connector, named);
  if (!resolved.ok) throw refuseRequest(connector, operation, resolved.problems);
  const described = describeObject(connector, named);
  if (!described.ok) throw refuseRequest(connector, operation, described.problems);
  const write = resolved.object.operations[operation];
  const description = described.description.operations[operation];
  if (write === undefined || description === undefined) throw refuseRequest(connector, operation, [unsupported]);
  const matchOn = request.matchOn.map((path) => toAttributeName(connector, operation, path));
  return new LdapTarget(context, { ...request, matchOn }, write, description);
}

const unsupported = { path: 'operation', code: 'unsupported', message: 'It is not supported.' };

/** The attribute that a match field names: fields of a record are attributes, so a path of one step. */
function toAttributeName(connector: LdapConnector, operation: string, path: string): string {
  const [name, ...rest] = parseValuePath(path) ?? [];
  // What is none of these would change the filter that it stands in.
  if (typeof name === 'string' && rest.length === 0 && /^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return name;
  throw refuseRequest(connector, operation, [
    { path: 'match_on', code: 'invalid_value', message: `${path} is not the name of an attribute.` },
  ]);
}
