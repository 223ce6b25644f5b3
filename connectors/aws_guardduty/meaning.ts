import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://docs.aws.amazon.com/guardduty/latest/APIReference';
const permissions = 'https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonguardduty.html';

const allowed = (read: readonly string[], write: readonly string[] = []): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    ...(read.length === 0 ? {} : { read: read.map((action) => `guardduty:${action}`) }),
    ...(write.length === 0 ? {} : { write: write.map((action) => `guardduty:${action}`) }),
    page: permissions,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists are read in full.', page: `${api}/API_ListFindings.html` },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/API_ListFindings.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/Welcome.html` },
    identity: { none: 'Ids are given by GuardDuty.', page: `${api}/API_Finding.html` },
    filter: { none: 'No values are filtered by.', page: `${api}/API_ListFindings.html` },
    lag: { none: 'Nothing is looked up: findings are named by their ids.', page: `${api}/API_ArchiveFindings.html` },
    ceilings: { pageSize: 50, page: `${api}/API_ListFindings.html` },
    login: {
      answers: [
        { status: 403, body: { __type: 'UnrecognizedClientException' }, kind: 'auth_invalid' },
        { status: 403, body: { __type: 'ExpiredTokenException' }, kind: 'auth_expired' },
        { status: 403, body: { __type: 'AccessDeniedException' }, kind: 'permission' },
        { status: 400, body: { __type: 'ThrottlingException' }, kind: 'rate_limited' },
      ],
      page: `${api}/CommonErrors.html`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/CommonErrors.html` },
  },
  objects: {
    findings: {
      deletes: {
        seen: 'absence',
        how: 'Findings are kept for 90 days, then they are no longer listed.',
        page: 'https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_exportfindings.html',
      },
      ...allowed(['ListFindings', 'GetFindings']),
    },
    finding_archivals: allowed([], ['ArchiveFindings', 'UnarchiveFindings']),
    finding_feedback: allowed([], ['UpdateFindingsFeedback']),
    coverage: allowed(['ListCoverage']),
    malware_scans: allowed(['DescribeMalwareScans']),
    members: allowed(['ListMembers']),
    ip_sets: {
      ceilings: { none: 'Each list is asked for by its id.', page: `${api}/API_GetIPSet.html` },
      ...allowed(['ListIPSets', 'GetIPSet']),
    },
    threat_intel_sets: {
      ceilings: { none: 'Each list is asked for by its id.', page: `${api}/API_GetThreatIntelSet.html` },
      ...allowed(['ListThreatIntelSets', 'GetThreatIntelSet']),
    },
  },
};
