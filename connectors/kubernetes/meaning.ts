import type { Meaning } from '../kit/meaning/meaning.ts';

const concepts = 'https://kubernetes.io/docs/reference/using-api/api-concepts/';
const names = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: concepts },
    // All pages are of the version that the first one was of.
    listing: {
      leavesOut: [],
      paging: 'snapshot',
      page: `${concepts}#retrieving-large-results-sets-in-chunks`,
    },
    deletes: { seen: 'absence', how: 'Deleted objects are no longer listed.', page: `${concepts}#resource-deletion` },
    identity: { field: 'metadata.name', unique: true, ignoresCase: false, page: names },
    filter: { none: 'Names are part of the address.', page: concepts },
    lag: {
      none: 'Without a resource version, lists are of the most recent state.',
      page: `${concepts}#semantics-for-get-and-list`,
    },
    ceilings: {
      none: 'The size of pages is not limited: the server leaves the one that is asked for as it is.',
      page: 'https://github.com/kubernetes/apiserver/blob/master/pkg/storage/etcd3/store.go',
    },
    login: {
      answers: [
        {
          status: 401,
          body: { kind: 'Status', status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: 'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/',
    },
    scopes: {
      read: ['get', 'list'],
      write: ['create', 'patch', 'delete'],
      page: 'https://kubernetes.io/docs/reference/access-authn-authz/authorization/#request-verb-resource',
    },
  },
  objects: {
    events: {
      listing: {
        leavesOut: ['older than an hour, unless the server keeps them longer'],
        paging: 'snapshot',
        page: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
      },
    },
  },
};
