import type { JsonObject } from '../../../../core/json.ts';
import type { RecordSource } from '../../../../core/records.ts';
import type { Sigv4Application } from '../../../kit/auth/application.ts';
import type { HttpConnector } from '../../../kit/connector.ts';
import { reads } from '../../../kit/http/complete-operations.ts';
import type { HttpObject } from '../../../kit/object-types.ts';
import { type Partition, toPartition } from '../../../kit/presets/aws-partition.ts';
import { type AwsPlaces, type AwsRole, globalRegion } from '../../../kit/presets/aws-places.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import { rememberWire } from '../auth/remember-wire.ts';
import { type AwsKeys, createFormKeys, createKeySigner, createRoleKeys } from '../auth/role.ts';
import { findBaseUrl } from '../base-url.ts';
import type { HttpContext } from '../context.ts';
import { createPagesSource } from '../sources/pages-source.ts';
import { createPlacesSource, type Places } from './places-source.ts';

interface AwsDeps {
  connector: HttpConnector;
  application: Sigv4Application;
  auth: AuthDeps;
  /** In the account and region of the credentials. */
  context: HttpContext;
  listSecrets(): readonly string[];
}

/** The accounts and regions of a connection, for one session. */
export interface AwsPlacesOfSession {
  /** Reads an object in all of them. Which they are is asked once for each source. */
  openSource(object: HttpObject, open: (context: HttpContext) => RecordSource): RecordSource;
  /** Values that were obtained and must not be shown. */
  readSecrets(): string[];
}

/** Signs in to each account by its role. The sessions of roles are kept for all sources of the session. */
export function openAwsPlaces(given: AwsPlaces, deps: AwsDeps): AwsPlacesOfSession {
  const { application, auth, context, listSecrets } = deps;
  const home = toPlainText(context.scope.auth?.['region']);
  const partition = toPartition({ region: home });
  const formKeys = createFormKeys(application, auth);
  const signers = new Map<string, Authenticator>();

  /** In an account. @param role Absent: the account of the credentials. */
  const enter = (role: AwsRole | undefined, region: string): HttpContext => {
    const name = role === undefined ? '' : `${role.arn} ${role.externalId}`;
    const keys = (): AwsKeys => (role === undefined ? formKeys : createRoleKeys(application, auth, role, formKeys));
    // The host tells the service: those that tell accounts and regions are others than the connector's.
    const signer = signers.get(name) ?? rememberWire(createKeySigner({ byHost: {} }, keys(), auth.clock), listSecrets);
    signers.set(name, signer);
    return inRegion(deps, region, context.client.signedBy(signer.authenticate));
  };

  const listAccounts = async (signal: AbortSignal): Promise<Map<string, AwsRole | undefined>> => {
    const { roles, organizationRole, leftOut } = given;
    if (organizationRole === undefined && roles.size > 0) return new Map(roles);
    const [caller] = await readAll(enter(undefined, home), whoIs(home, partition), signal);
    const own = toPlainText(caller?.['Account']);
    if (organizationRole === undefined) return new Map([[own, undefined]]);
    const { name, externalId } = organizationRole;
    const members = await readAll(enter(undefined, home), accountsOf(partition), signal);
    const active = members.filter((member) => (member['State'] ?? member['Status']) === 'ACTIVE');
    const ids = active.map(({ Id }) => toPlainText(Id)).filter((id) => !leftOut.has(id));
    const byRole = ids.map((id): [string, AwsRole | undefined] => [
      id,
      id === own ? undefined : { arn: `arn:${partition.partition}:iam::${id}:role/${name}`, externalId },
    ]);
    return new Map([...byRole, ...roles]);
  };

  const openPlaces = (isGlobal: boolean, open: (context: HttpContext) => RecordSource): Places => {
    let accounts: Map<string, AwsRole | undefined> | undefined;
    const regions = new Map<string, readonly string[]>();
    const listRegions = async (account: string, signal: AbortSignal): Promise<readonly string[]> => {
      if (isGlobal) return [globalRegion];
      if (!given.hasAllRegions) return given.regions.length === 0 ? [home] : [...new Set(given.regions)].toSorted();
      const found = await readAll(enter(accounts?.get(account), home), regionsOf(home, partition), signal);
      return found.map(({ RegionName }) => toPlainText(RegionName)).toSorted();
    };
    return {
      listAccounts: async (signal) => {
        accounts ??= await listAccounts(signal);
        return [...accounts.keys()].toSorted();
      },
      listRegions: async (account, signal) => {
        const known = regions.get(account) ?? (await listRegions(account, signal));
        regions.set(account, known);
        return known;
      },
      open: ({ account, region }) => open(enter(accounts?.get(account), region === globalRegion ? home : region)),
      isElsewhere: ({ account, region }) =>
        accounts?.get(account) !== undefined || (region !== home && region !== globalRegion),
    };
  };

  return {
    openSource: (object, open) => {
      const { list } = object.operations;
      const hasChanges = list?.kind === 'pages' && list.incremental !== undefined;
      return createPlacesSource(openPlaces(object.readOnce === 'account', open), auth, hasChanges);
    },
    readSecrets: () => [...signers.values()].flatMap((signer) => signer.readSecrets()),
  };
}

function inRegion(
  { connector: { http }, context }: AwsDeps,
  region: string,
  client: HttpContext['client'],
): HttpContext {
  const { config } = context.scope;
  const auth: JsonObject = { ...context.scope.auth, region };
  const { url, vendorUrl } = findBaseUrl(http, { config, auth });
  const scope = { baseUrl: url, vendorUrl, config, auth, names: http.names?.({ config, auth }) };
  return { ...context, client, scope };
}

async function readAll(
  context: HttpContext,
  read: ReturnType<typeof reads>,
  signal: AbortSignal,
): Promise<JsonObject[]> {
  if (read.kind !== 'pages') throw new TypeError('Places are listed in pages.');
  const source = createPagesSource(context, read);
  const found: JsonObject[] = [];
  for (let page = await source.readPage(null, signal); ; page = await source.readPage(page.next, signal)) {
    found.push(...page.records);
    if (page.next === undefined) return found;
  }
}

/** @see https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
const whoIs = (region: string, { domain }: Partition) =>
  reads({
    kind: 'pages',
    request: {
      method: 'POST',
      base: `https://sts.${region}.${domain}`,
      path: '/',
      body: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
      encoding: 'form',
    },
    format: { kind: 'xml', recordsPath: 'GetCallerIdentityResponse.GetCallerIdentityResult' },
    paginate: { kind: 'none' },
  });

/**
 * 20 at most. `Status` was to be retired in September 2026, in favour of `State`.
 *
 * @see https://docs.aws.amazon.com/organizations/latest/APIReference/API_ListAccounts.html
 */
const accountsOf = ({ organizations }: Partition) =>
  reads({
    kind: 'pages',
    request: {
      method: 'POST',
      base: `https://${organizations}`,
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSOrganizationsV20161128.ListAccounts',
      },
      body: {},
    },
    format: { kind: 'json', recordsPath: 'Accounts' },
    paginate: {
      kind: 'cursor',
      in: 'body',
      parameter: 'NextToken',
      path: 'NextToken',
      sizeParameter: 'MaxResults',
      pageSize: 20,
    },
  });

/** Those that are enabled for the account. @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html */
const regionsOf = (region: string, { domain }: Partition) =>
  reads({
    kind: 'pages',
    request: {
      method: 'POST',
      base: `https://ec2.${region}.${domain}`,
      path: '/',
      body: { Action: 'DescribeRegions', Version: '2016-11-15' },
      encoding: 'form',
    },
    format: { kind: 'xml', recordsPath: 'DescribeRegionsResponse.regionInfo.item' },
    paginate: { kind: 'none' },
    // The names of the SDK, as all records of AWS have them.
    shape: (record) => ({ RegionName: record['regionName'] ?? '' }),
  });
