import type { GivenPages, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (action) => `https://docs.aws.amazon.com/guardduty/latest/APIReference/API_${action}.html`,
});

const detector = '/detector/{config.detector_id}';

/** 50 records at most. @see https://docs.aws.amazon.com/guardduty/latest/APIReference/API_ListFindings.html */
const paged = (place: 'query' | 'body'): GivenPages['paginate'] => ({
  kind: 'cursor',
  in: place,
  parameter: 'nextToken',
  path: 'nextToken',
  sizeParameter: 'maxResults',
  pageSize: 50,
});

/** Lists that are asked for by POST, and sorted. */
const posted = (path: string, attribute: string) => ({
  path: `${detector}${path}`,
  request: { method: 'POST' as const, body: { sortCriteria: { attributeName: attribute, orderBy: 'ASC' } } },
  paginate: paged('body'),
});

/** A list of ids, each of which has an address of its own. */
function listed(title: string, action: string, path: string, ids: string, schema: typeof schemas.IpSet): HttpObject {
  return listOf({
    title,
    docs: `Get${action}`,
    path: `${detector}/${path}/{parent.value}`,
    recordsPath: '$',
    schema,
    parents: {
      from: pagesOf({ path: `${detector}/${path}`, recordsPath: ids, paginate: paged('query') }),
      key: 'value',
      copy: { id: 'value' },
    },
  });
}

const sets = (action: string, effect: { effect?: 'reversible' } = {}): HttpWrite =>
  idempotent(
    { method: 'POST', path: `${detector}/findings/${action}`, bodyFields: { 'findingIds[0]': '{id}' } },
    { ...effect, schema: schemas.FindingId },
  );

export const objects: Readonly<Record<string, HttpObject>> = {
  findings: listOf({
    title: 'Findings',
    docs: 'GetFindings',
    path: `${detector}/findings/get`,
    request: { method: 'POST', bodyFields: { findingIds: '{parent.value}' } },
    recordsPath: 'findings',
    schema: schemas.Finding,
    parents: {
      from: pagesOf({ ...posted('/findings', 'updatedAt'), recordsPath: 'findingIds' }),
      key: 'value',
      batch: 50,
    },
  }),
  finding_archivals: objectOf(
    { title: 'Archived findings', docs: 'ArchiveFindings' },
    { upsert: sets('archive'), delete: sets('unarchive', { effect: 'reversible' }) },
  ),
  finding_feedback: objectOf(
    { title: 'Feedback on findings', docs: 'UpdateFindingsFeedback' },
    {
      upsert: idempotent(
        {
          method: 'POST',
          path: `${detector}/findings/feedback`,
          bodyFields: { 'findingIds[0]': '{id}', feedback: '{feedback}', comments: '{comments}' },
        },
        { schema: schemas.FindingFeedback },
      ),
    },
  ),
  coverage: listOf({
    title: 'Coverage of resources',
    docs: 'ListCoverage',
    ...posted('/coverage', 'UPDATED_AT'),
    recordsPath: 'resources',
    key: 'resourceId',
    schema: schemas.CoveredResource,
  }),
  malware_scans: listOf({
    title: 'Malware scans',
    docs: 'DescribeMalwareScans',
    ...posted('/malware-scans', 'SCAN_START_TIME'),
    recordsPath: 'scans',
    key: 'scanId',
    schema: schemas.MalwareScan,
  }),
  members: listOf({
    title: 'Member accounts',
    docs: 'ListMembers',
    path: `${detector}/member`,
    // Without it, accounts that were invited only are left out.
    query: { onlyAssociated: 'false' },
    format: { kind: 'json', recordsPath: 'members', optional: true },
    paginate: paged('query'),
    key: 'accountId',
    schema: schemas.Member,
  }),
  ip_sets: listed('Trusted IP lists', 'IPSet', 'ipset', 'ipSetIds', schemas.IpSet),
  threat_intel_sets: listed('Threat lists', 'ThreatIntelSet', 'threatintelset', 'threatIntelSetIds', schemas.IpSet),
};
