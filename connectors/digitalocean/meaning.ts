import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction';
const source = 'https://github.com/digitalocean/openapi/blob/main/specification';

const scoped = (kind: string, ...writes: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`${kind}:read`],
    write: writes.map((write) => `${kind}:${write}`),
    page: `${source}/resources/${kind}s`,
  },
});

/** It is looked up before it is written. */
const lookedUp: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(`${source}/resources/domains`),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}/Links-and-Pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by DigitalOcean.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Its writes look nothing up.', page: docs },
    ceilings: { pageSize: 200, page: `${docs}/Links-and-Pagination` },
    login: {
      answers: [
        { status: 401, body: { id: 'unauthorized', message: 'Unable to authenticate you.' }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${source}/shared/responses/unauthorized.yml`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/HTTP-Statuses` },
  },
  objects: {
    gpu_droplets: {
      listing: {
        leavesOut: ['Droplets without GPUs'],
        paging: 'position',
        page: `${source}/resources/droplets/parameters.yml`,
      },
      ...scoped('droplet', 'delete'),
    },
    droplets: {
      lag: lagNotIn(`${source}/resources/droplets`, 'https://github.com/digitalocean/api-v2/issues/202'),
      listing: {
        leavesOut: ['GPU Droplets'],
        paging: 'position',
        page: `${source}/resources/droplets/parameters.yml`,
      },
      identity: {
        field: 'name',
        unique: false,
        ignoresCase: true,
        page: `${source}/resources/droplets/parameters.yml`,
      },
      ...scoped('droplet', 'create', 'delete'),
    },
    domains: {
      ...lookedUp,
      identity: caseNotIn('name', { unique: true }, `${source}/resources/domains`),
      ...scoped('domain', 'create', 'delete'),
    },
    ssh_keys: scoped('ssh_key', 'update', 'delete'),
    projects: scoped('project', 'update', 'delete'),
  },
};
