/** How AWS services are called, by their protocols. */
import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import { shapeXml } from '../kit/xml-shapes.ts';
import { shapes } from './shapes.data.ts';

export const { listOf, objectOf, pagesOf } = restApi({ docs: (page) => `https://docs.aws.amazon.com/${page}.html` });

/** Where a service is, the version of its interface, and its part of the documentation. */
interface QueryService {
  base: string;
  version: string;
  docs: string;
}

/** One for the whole account. @see https://docs.aws.amazon.com/general/latest/gr/iam-service.html */
const iam: QueryService = { base: 'https://{names.iam}', version: '2010-05-08', docs: 'IAM/latest/APIReference' };

/** @see https://docs.aws.amazon.com/general/latest/gr/ec2-service.html */
const ec2: QueryService = {
  base: 'https://ec2.{auth.region}.{names.domain}',
  version: '2016-11-15',
  docs: 'AWSEC2/latest/APIReference',
};

/** @see https://smithy.io/2.0/aws/protocols/aws-query-protocol.html */
function asksQuery(
  { base, version }: QueryService,
  action: string,
  bodyFields?: Record<string, string>,
  constants: Record<string, string> = {},
): GivenRequest {
  const body = { Action: action, Version: version, ...constants };
  return {
    method: 'POST',
    base,
    path: '/',
    body,
    encoding: 'form',
    ...(bodyFields === undefined ? {} : { bodyFields }),
  };
}

interface Listing {
  title: string;
  action: string;
  /** The member of the result that holds the list. */
  list: string;
  key: string | readonly string[];
  schema: z.ZodType;
  /** Whether the action has pages. */
  paged?: boolean;
  /** Constant parameters. */
  given?: Record<string, string>;
  /** Parameters that a parent fills, and the parents. */
  of?: { fields: Record<string, string>; parents: NonNullable<GivenPages['parents']> };
  extract?: GivenPages['extract'];
  /** Elements between a list entry and its record, if the record is nested. */
  within?: readonly string[];
  /** Most records a page. */
  pageSize?: number;
}

function toObject(service: { docs: string }, listing: Listing, list: Pages, operations = {}): HttpObject {
  const { title, action, key, schema } = listing;
  return listOf({ title, key, schema, docs: `${service.docs}/API_${action}`, ...list }, operations);
}

/** A list of IAM's: of users, roles, policies. */
export function listedByIam(listing: Listing, operations?: HttpObject['operations']): HttpObject {
  return toObject(iam, listing, iamPages(listing), operations);
}

/** @see https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListUsers.html (1000 at most, and by default 100) */
export function iamPages({
  action,
  list,
  paged = true,
  given,
  of,
  extract,
}: Omit<Listing, 'title' | 'key' | 'schema'>) {
  const result = `${action}Response.${action}Result`;
  return {
    path: '/',
    request: asksQuery(iam, action, of?.fields, given),
    format: { kind: 'xml', recordsPath: `${result}.${list}.member` },
    paginate: paged
      ? {
          kind: 'cursor',
          in: 'body',
          parameter: 'Marker',
          path: `${result}.Marker`,
          hasMorePath: `${result}.IsTruncated`,
          sizeParameter: 'MaxItems',
          pageSize: 1000,
        }
      : { kind: 'none' },
    ...(of === undefined ? {} : { parents: of.parents }),
    ...(extract === undefined ? {} : { extract }),
    shape: shapeXml(shapes, [`${action}Response`, `${action}Result`, list, 'member']),
  } satisfies Pages;
}

/**
 * A list of EC2's; tags are always a list. @see
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html
 */
export function listedByEc2(listing: Listing): HttpObject {
  const { action, list, paged = true, given, extract = {}, within = [], pageSize = 1000 } = listing;
  return toObject(ec2, listing, {
    path: '/',
    request: asksQuery(ec2, action, undefined, given),
    format: { kind: 'xml', recordsPath: `${action}Response.${list}.item` },
    paginate: paged
      ? {
          kind: 'cursor',
          in: 'body',
          parameter: 'NextToken',
          path: `${action}Response.nextToken`,
          sizeParameter: 'MaxResults',
          pageSize,
        }
      : { kind: 'none' },
    extract: { lists: ['tagSet.item'], ...extract },
    shape: shapeXml(shapes, [`${action}Response`, list, 'item', ...within]),
  });
}

interface JsonListing extends Omit<Listing, 'extract' | 'of'> {
  /** First label of the host. */
  service: string;
  target: string;
  docs: string;
  /** Names of the parameters of paging. */
  token?: string;
  size?: string;
  of?: NonNullable<Listing['of']>;
  incremental?: GivenPages['incremental'];
  /** For global services. */
  base?: string;
}

/** @see https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html */
export function listedByJson(listing: JsonListing): HttpObject {
  const { of, incremental } = listing;
  return toObject(listing, listing, {
    ...jsonPages(listing),
    ...(of === undefined ? {} : { parents: of.parents }),
    ...(incremental === undefined ? {} : { incremental }),
  });
}

export function jsonPages(listing: Omit<JsonListing, 'title' | 'key' | 'schema' | 'docs'>) {
  const { service, target, action, list, paged = true, token = 'NextToken', size = 'MaxResults' } = listing;
  const { base = `https://${service}.{auth.region}.{names.domain}`, given = {}, of, pageSize } = listing;
  return {
    path: '/',
    request: {
      method: 'POST',
      base,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${target}.${action}` },
      body: given,
      ...(of === undefined ? {} : { bodyFields: of.fields }),
    },
    format: { kind: 'json', recordsPath: list, optional: true },
    paginate: paged
      ? {
          kind: 'cursor',
          in: 'body',
          parameter: token,
          path: token,
          ...(pageSize === undefined ? {} : { sizeParameter: size, pageSize }),
        }
      : { kind: 'none' },
  } satisfies Pages;
}

/** Creates an IAM entity, whose name the caller chooses and which is looked up by it. */
export function createsInIam(kind: 'User' | 'Group', fields: Record<string, string>): HttpWrite {
  const name = `${kind}Name`;
  return findOrCreate(asksQuery(iam, `Create${kind}`, fields), {
    find: {
      // @see https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateUser.html
      ignoresCase: true,
      path: '/',
      request: asksQuery(iam, `Get${kind}`, { [name]: `{${name}}` }),
      recordsPath: `Get${kind}Response.Get${kind}Result.${kind}`,
      idPath: `${kind}Id`,
      // Changes of IAM take a while to be everywhere. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html#troubleshoot_general_eventual-consistency
      searchLagMs: 'undocumented',
      adoptsConflict: true,
      notFoundIsAbsent: true,
    },
    targetIdPath: `Create${kind}Response.Create${kind}Result.${kind}.${kind}Id`,
  });
}

/** An idempotent action of IAM. */
export function setsInIam(action: string, fields: readonly string[], effect?: 'reversible'): HttpWrite {
  const request = asksQuery(iam, action, Object.fromEntries(fields.map((name) => [name, `{${name}}`])));
  return idempotent(request, effect === undefined ? {} : { effect });
}

/**
 * Starts, stops or ends instances, one a call. @see
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_StartInstances.html
 */
export function setsInstances(action: string, effect?: 'reversible'): HttpWrite {
  const request = asksQuery(ec2, action, { '["InstanceId.1"]': '{InstanceId}' });
  return idempotent(request, effect === undefined ? {} : { effect });
}
