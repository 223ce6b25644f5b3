import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://vercel.com/docs/rest-api';
const endpoint = (page: string): string => `${docs}/${page}`;
const pages = `${docs}#pagination`;
/** The vendor's own client takes limits up to 100; the reference tells none for most lists. */
const client = 'https://github.com/vercel/vercel/blob/main/packages/cli/src/util/get-pagination-opts.ts';
const accessGroups = endpoint('access-groups/list-access-groups-for-a-team-project-or-member');

const whole = (page: string) => ({
  listing: { leavesOut: [], paging: 'whole' as const, page: endpoint(page) },
  ceilings: { none: 'The list comes as a whole.', page: endpoint(page) },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: pages },
    listing: { leavesOut: [], paging: 'key', page: pages },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Vercel.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { pageSize: 100, page: client },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        {
          status: 403,
          body: { error: { code: 'forbidden', message: 'Not authorized', invalidToken: true } },
          kind: 'auth_invalid',
        },
        { status: 403, body: { error: { code: 'forbidden', message: 'Not authorized' } }, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors` },
    scopes: {
      none: 'A token may do what its user may, in all the account, in one team or in one project.',
      page: 'https://vercel.com/docs/accounts/access-tokens',
    },
  },
  objects: {
    projects: {
      lag: {
        none: 'Nothing is searched: a project is asked for at its own address.',
        page: endpoint('projects/find-a-project-by-id-or-name'),
      },
      // Names are in lower case only.
      identity: {
        field: 'name',
        unique: true,
        ignoresCase: false,
        page: 'https://github.com/vercel/terraform-provider-vercel/blob/main/vercel/resource_project.go',
      },
    },
    deployments: {
      changed: {
        field: 'created',
        askedAs: 'since',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Changes of deployments after they were made, such as those of state and aliases.',
        page: endpoint('deployments/list-deployments'),
      },
      listing: {
        leavesOut: ['deployments that retention has removed'],
        paging: 'key',
        page: endpoint('deployments/list-deployments'),
      },
    },
    members: {
      lag: lagNotIn(endpoint('teams/list-team-members')),
      identity: caseNotIn('email', { unique: true }, endpoint('teams/list-team-members')),
      listing: { leavesOut: [], paging: 'key', page: endpoint('teams/list-team-members') },
    },
    access_groups: {
      listing: { leavesOut: [], paging: 'cursor', page: accessGroups },
      ceilings: { pageSize: 100, page: accessGroups },
    },
    environment_variables: whole('environment/lists-all-shared-environment-variables-for-a-team'),
    edge_configs: {
      lag: lagNotIn(endpoint('edge-config/get-edge-configs')),
      ...whole('edge-config/get-edge-configs'),
      // Names are not unique, so the vendor compares none: those that differ in case are two.
      identity: { field: 'slug', unique: false, ignoresCase: false, page: endpoint('edge-config/get-edge-configs') },
    },
  },
};
