import type { JsonObject } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type ParentPages, restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { shapeXml } from '../kit/xml-shapes.ts';
import * as schemas from './schema.ts';
import { shapes } from './shapes.data.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.aws.amazon.com/Route53/latest/APIReference/API_${page}.html`,
  key: 'Id',
});

const namespace = 'https://route53.amazonaws.com/doc/2013-04-01/';
const headers = { 'content-type': 'application/xml' };
const head = '<?xml version="1.0" encoding="UTF-8"?>';

/** A list with a marker. */
function marked(action: string, list: string, element: string) {
  return {
    format: { kind: 'xml', recordsPath: `${action}Response.${list}.${element}` },
    paginate: {
      kind: 'cursor',
      parameter: 'marker',
      path: `${action}Response.NextMarker`,
      hasMorePath: `${action}Response.IsTruncated`,
      sizeParameter: 'maxitems',
      pageSize: 100,
    },
  } satisfies Partial<ParentPages>;
}

const shapeZone = shapeXml(shapes, ['ListHostedZonesResponse', 'HostedZones', 'HostedZone']);

/** Ids of zones are listed as `/hostedzone/Z1PA6795UKMFR9`, and asked for by what is behind the prefix. */
function plainZone(record: JsonObject): JsonObject {
  const zone = shapeZone(record);
  return { ...zone, Id: toPlainText(zone['Id']).replace('/hostedzone/', '') };
}

/** 100 at most. @see https://docs.aws.amazon.com/Route53/latest/APIReference/API_ListHostedZones.html */
const zones = {
  path: '/hostedzone',
  ...marked('ListHostedZones', 'HostedZones', 'HostedZone'),
  shape: plainZone,
} satisfies ParentPages;

/** Changes a record set of one value, known by its name and type. */
function changes(action: 'UPSERT' | 'DELETE') {
  const set = `<Name>{Name}</Name><Type>{Type}</Type><TTL>{TTL}</TTL><ResourceRecords><ResourceRecord><Value>{Value}</Value></ResourceRecord></ResourceRecords>`;
  const change = `<Change><Action>${action}</Action><ResourceRecordSet>${set}</ResourceRecordSet></Change>`;
  return {
    method: 'POST',
    path: '/hostedzone/{HostedZoneId}/rrset/',
    headers,
    xml: `${head}<ChangeResourceRecordSetsRequest xmlns="${namespace}"><ChangeBatch><Changes>${change}</Changes></ChangeBatch></ChangeResourceRecordSetsRequest>`,
  } as const;
}

export const objects: Readonly<Record<string, HttpObject>> = {
  hosted_zones: listOf(
    { title: 'Hosted zones', docs: 'ListHostedZones', schema: schemas.HostedZone, ...zones },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: '/hostedzone',
          headers,
          xml: `${head}<CreateHostedZoneRequest xmlns="${namespace}"><Name>{Name}</Name><CallerReference>{$effect_id}</CallerReference><HostedZoneConfig><Comment>{Comment}</Comment></HostedZoneConfig></CreateHostedZoneRequest>`,
        },
        { schema: schemas.NewZone, targetIdPath: 'CreateHostedZoneResponse.HostedZone.Id' },
      ),
      delete: idempotent('DELETE /hostedzone/{Id}'),
    },
  ),
  record_sets: listOf(
    {
      title: 'Record sets',
      docs: 'ListResourceRecordSets',
      key: ['HostedZoneId', 'Name', 'Type', 'SetIdentifier'],
      schema: schemas.RecordSet,
      path: '/hostedzone/{parent.Id}/rrset',
      format: { kind: 'xml', recordsPath: 'ListResourceRecordSetsResponse.ResourceRecordSets.ResourceRecordSet' },
      paginate: {
        kind: 'cursor',
        parameter: 'name',
        path: 'ListResourceRecordSetsResponse.NextRecordName',
        with: {
          type: 'ListResourceRecordSetsResponse.NextRecordType',
          identifier: 'ListResourceRecordSetsResponse.NextRecordIdentifier',
        },
        hasMorePath: 'ListResourceRecordSetsResponse.IsTruncated',
        sizeParameter: 'maxitems',
        pageSize: 300,
      },
      shape: shapeXml(shapes, ['ListResourceRecordSetsResponse', 'ResourceRecordSets', 'ResourceRecordSet']),
      parents: { from: pagesOf(zones), key: 'Id', copy: { HostedZoneId: 'Id' } },
    },
    {
      upsert: idempotent(changes('UPSERT'), { schema: schemas.WrittenSet }),
      // The set is named by all that it holds. @see https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html
      delete: idempotent(changes('DELETE'), {
        schema: schemas.WrittenSet,
        already: { status: 400, bodyIncludes: ['but it was not found'] },
      }),
    },
  ),
  health_checks: listOf(
    {
      title: 'Health checks',
      docs: 'ListHealthChecks',
      schema: schemas.HealthCheck,
      path: '/healthcheck',
      ...marked('ListHealthChecks', 'HealthChecks', 'HealthCheck'),
      shape: shapeXml(shapes, ['ListHealthChecksResponse', 'HealthChecks', 'HealthCheck']),
    },
    { delete: idempotent('DELETE /healthcheck/{Id}') },
  ),
};
