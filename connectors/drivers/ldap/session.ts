import type { RecordFinder, RecordSource, RecordTarget } from '../../../core/records.ts';
import { Secret } from '../../../core/secret.ts';
import type { LdapConnector } from '../../kit/connector.ts';
import { plainFormat } from '../../kit/ldap/plain-format.ts';
import { ldapConfig, operationTimeoutMs, toDirectoryName, toLdapSettings } from '../../kit/ldap/settings.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import {
  createContext,
  createSession,
  findRead,
  findWrite,
  limitPages,
  toFieldName,
} from '../shared/driver-session.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { DriverSession, FinderRequest, SessionContext, SourceRequest, TargetRequest } from '../shared/session.ts';
import { createLdapConnection } from './connection.ts';
import type { LdapContext } from './context.ts';
import { discoverClasses } from './discover.ts';
import { createEntryFinder } from './entry-finder.ts';
import { OpenSearches } from './paged-source.ts';
import { LdapTarget } from './target.ts';
import { testLdap } from './test-ldap.ts';
import { createWalkingSource } from './walking-source.ts';

/** Binds a connector on LDAP to a connection. Opens no socket before the first operation. */
export function openLdapSession(connector: LdapConnector, session: SessionContext): DriverSession {
  const context = createLdapContext(connector, session);
  const searches = new OpenSearches();
  return createSession(connector, session, {
    test: (signal) => testLdap(context, signal),
    ...(connector.dynamicObjects === undefined
      ? {}
      : { discover: (_ends, signal) => discoverClasses(context, plainFormat, signal) }),
    openSource: (request) => openLdapSource(connector, session, context, searches, request),
    openFinder: (request) => openLdapFinder(connector, session, context, request),
    openTarget: (request) => openLdapTarget(connector, session, context, request),
    close: () => {
      searches.close();
      context.connection.close();
    },
  });
}

function createLdapContext(connector: LdapConnector, session: SessionContext): LdapContext {
  const policy = compilePolicy(session.egress);
  const { bind_dn: bindDn, password } = session.auth.credentials.reveal();
  const login = new Secret({ bindDn: toPlainText(bindDn), password: toPlainText(password) });
  const settings = toLdapSettings(connector.id, ldapConfig.loose().parse(session.config), login);
  return {
    ...createContext(connector, session, operationTimeoutMs, () => toDirectoryName(settings)),
    settings,
    policy,
    connection: createLdapConnection(settings, policy, session.observeCall),
  };
}

function openLdapSource(
  connector: LdapConnector,
  session: SessionContext,
  context: LdapContext,
  searches: OpenSearches,
  request: SourceRequest,
): RecordSource {
  const read = limitPages(findRead(connector, session, request).read, request);
  return read.along === undefined
    ? searches.createSource(context, read)
    : createWalkingSource(context, read, read.along);
}

function openLdapFinder(
  connector: LdapConnector,
  session: SessionContext,
  context: LdapContext,
  request: FinderRequest,
): RecordFinder {
  const { read } = findRead(connector, session, request);
  return createEntryFinder(context, read, toFieldName(connector, 'find', request.key, 'an attribute', attributeName));
}

function openLdapTarget(
  connector: LdapConnector,
  session: SessionContext,
  context: LdapContext,
  request: TargetRequest,
): RecordTarget {
  const { write, description } = findWrite(connector, session, request);
  const matchOn = request.matchOn.map((path) =>
    toFieldName(connector, request.operation, path, 'an attribute', attributeName),
  );
  return new LdapTarget(context, { ...request, matchOn }, write, description);
}

/** Any other text could change the filter that contains it. */
const attributeName = /^[A-Za-z][A-Za-z0-9-]*$/;
