import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

/** The vendor's own, made from its description of the API as the pages of the reference are. */
const sdk = 'https://github.com/databricks/databricks-sdk-py/blob/main';
const docs = `${sdk}/docs/workspace`;
const clusters = `${docs}/compute/clusters.rst`;
const policies = `${docs}/compute/cluster_policies.rst`;
const jobs = `${docs}/jobs/jobs.rst`;
const errors = `${sdk}/databricks/sdk/errors`;

const principal = (field: string, page: string): Partial<ObjectMeaning> => ({
  listing: { leavesOut: [], paging: 'position', page },
  identity: caseNotIn(field, { unique: true }, page),
  filter: { languages: ['scim'], page },
  lag: lagNotIn(page),
  ceilings: pageSizeNotIn(page),
  scopes: { notDocumented: { pages: [page], careful: { refusals: 'stop' } } },
});

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Its list takes no instant of change.', page: jobs },
    listing: { leavesOut: [], paging: 'cursor', page: jobs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: jobs },
    identity: { none: 'Ids are given by Databricks.', page: jobs },
    filter: { none: 'Values are parameters or members of their own.', page: jobs },
    lag: { none: 'Writes look nothing up.', page: jobs },
    ceilings: { pageSize: 100, page: jobs },
    login: {
      answers: [
        {
          status: 401,
          body: { error_code: 'UNAUTHENTICATED', message: 'The request does not have valid credentials.' },
          kind: 'auth_invalid',
        },
        { status: 403, body: { error_code: 'PERMISSION_DENIED', message: 'Not allowed.' }, kind: 'permission' },
      ],
      page: `${errors}/platform.py`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${errors}/mapper.py` },
    scopes: { notDocumented: { pages: [clusters, policies, jobs], careful: { refusals: 'stop' } } },
  },
  objects: {
    users: principal('userName', `${docs}/iam/users_v2.rst`),
    groups: principal('displayName', `${docs}/iam/groups_v2.rst`),
    service_principals: principal('applicationId', `${docs}/iam/service_principals_v2.rst`),
    clusters: {
      listing: {
        leavesOut: ['clusters that were terminated more than 30 days ago'],
        paging: 'cursor',
        page: clusters,
      },
      ceilings: { cutsShort: true, page: clusters },
    },
    cluster_policies: {
      listing: {
        leavesOut: ['policies that the user may not use'],
        paging: 'whole',
        page: policies,
      },
      ceilings: { none: 'The list comes as a whole.', page: policies },
    },
    jobs: {},
    job_runs: {
      changed: {
        field: 'start_time',
        askedAs: 'start_time_from',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 86_399_000 },
        misses: 'Ends of runs that take longer than a day.',
        page: jobs,
      },
      deletes: { seen: 'absence', how: 'Runs are removed after 60 days.', page: jobs },
      ceilings: { pageSize: 24, page: jobs },
    },
  },
};
