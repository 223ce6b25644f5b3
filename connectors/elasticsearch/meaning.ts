import type { Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

/** What the pages of the API are made from. */
const specification = 'https://github.com/elastic/elasticsearch-specification/tree/main/specification';
const conventions = 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions';
const privileges = 'https://www.elastic.co/docs/reference/elasticsearch/security-privileges';
const watcher = `${specification}/watcher/query_watches/WatcherQueryWatchesRequest.ts`;
const apiKey = `${specification}/security/get_api_key/SecurityGetApiKeyRequest.ts`;
const invalidation = `${specification}/security/invalidate_api_key`;

const refused = 'unable to authenticate with provided credentials and anonymous access is not allowed for this request';

const bySecurity = { scopes: { read: ['read_security'], write: ['manage_security'], page: privileges } };

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Its list takes no instant of change.', page: specification },
    listing: { leavesOut: [], paging: 'whole', page: specification },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: specification },
    identity: { none: 'A record has the name that it is given, which is its address.', page: specification },
    filter: { none: 'Names are parts of the address.', page: specification },
    lag: { none: 'Writes look nothing up.', page: specification },
    ceilings: { none: 'The list comes as a whole.', page: specification },
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: {
              type: 'security_exception',
              reason: refused,
            },
            status: 401,
          },
          kind: 'auth_invalid',
        },
        {
          status: 401,
          body: {
            error: {
              type: 'security_exception',
              reason: refused,
              additional_unsuccessful_credentials: 'API key: api key is expired',
            },
            status: 401,
          },
          kind: 'auth_expired',
        },
        // @see https://www.elastic.co/docs/reference/enrich-processor/reroute-processor#reroute-permissions
        {
          status: 403,
          body: {
            error: {
              type: 'security_exception',
              reason:
                'action [indices:admin/auto_create] is unauthorized for API key id [8-dt9H8BqGblnY2uSI--] of user [hub] on indices [logs-foo-default], this action is granted by the index privileges [auto_configure,create_index,manage,all]',
            },
            status: 403,
          },
          kind: 'permission',
        },
      ],
      page: 'https://github.com/elastic/elasticsearch/blob/main/x-pack/plugin/security/src/main/java/org/elasticsearch/xpack/security/authc/AuthenticatorChain.java',
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/common-options#common-options-error-options',
    },
    scopes: { read: ['monitor'], write: ['manage'], page: privileges },
  },
  objects: {
    indices: {
      listing: { leavesOut: ['hidden indices'], paging: 'whole', page: `${conventions}#api-multi-index` },
      scopes: { read: ['monitor', 'view_index_metadata'], write: ['delete_index'], page: privileges },
    },
    data_streams: {
      listing: {
        leavesOut: ['hidden data streams'],
        paging: 'whole',
        page: `${specification}/indices/get_data_stream/IndicesGetDataStreamRequest.ts`,
      },
      scopes: { read: ['view_index_metadata'], page: privileges },
    },
    lifecycle_policies: { scopes: { read: ['read_ilm'], write: ['manage_ilm', 'manage'], page: privileges } },
    ingest_pipelines: { scopes: { read: ['read_pipeline'], write: ['manage_ingest_pipelines'], page: privileges } },
    users: {
      ...bySecurity,
      identity: {
        none: 'The user name is the address.',
        page: `${specification}/security/put_user/SecurityPutUserRequest.ts`,
      },
    },
    roles: {
      ...bySecurity,
      listing: {
        leavesOut: ['roles that are defined in files'],
        paging: 'whole',
        page: `${specification}/security/get_role/SecurityGetRoleRequest.ts`,
      },
    },
    role_mappings: {
      ...bySecurity,
      listing: {
        leavesOut: ['role mappings that are defined in files'],
        paging: 'whole',
        page: `${specification}/security/get_role_mapping/SecurityGetRoleMappingRequest.ts`,
      },
    },
    api_keys: {
      deletes: {
        seen: 'state',
        how: 'A key that was invalidated is still listed until it is deleted automatically.',
        page: `${invalidation}/SecurityInvalidateApiKeyRequest.ts`,
      },
      identity: { none: 'Ids are given by Elasticsearch.', page: apiKey },
      errorsInside: {
        answers: [
          {
            status: 200,
            body: {
              invalidated_api_keys: [],
              error_count: 1,
              error_details: [{ type: 'exception', reason: 'failed' }],
            },
            kind: 'validation',
          },
        ],
        page: `${invalidation}/SecurityInvalidateApiKeyResponse.ts`,
      },
      scopes: { read: ['read_security'], write: ['manage_api_key'], page: privileges },
    },
    watches: {
      listing: { leavesOut: [], paging: 'position', page: watcher },
      ceilings: pageSizeNotIn(watcher),
      scopes: { read: ['monitor_watcher'], write: ['manage_watcher'], page: privileges },
    },
  },
};
