import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developers.notion.com/reference';
const search = `${docs}/search-optimizations-and-limitations`;
const codes = `${docs}/status-codes`;
const capabilities = `${docs}/capabilities`;

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${docs}/post-search` },
    listing: {
      leavesOut: [
        'pages in the bin',
        'pages that are not shared with the integration',
        'pages that were shared just now',
      ],
      paging: 'cursor',
      page: search,
    },
    deletes: {
      seen: 'state',
      how: 'A page in the bin has `in_trash`, and is no longer found.',
      page: `${docs}/archive-a-page`,
    },
    identity: { none: 'Ids are given by Notion.', page: `${docs}/post-page` },
    filter: { none: 'No value of a record stands in a filter.', page: `${docs}/post-search` },
    lag: { none: 'Writes look nothing up.', page: `${docs}/post-page` },
    ceilings: { pageSize: 100, cutsShort: true, page: `${docs}/intro#pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { object: 'error', status: 401, code: 'unauthorized', message: 'API token is invalid.' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            object: 'error',
            status: 403,
            code: 'restricted_resource',
            message: 'API token does not have access to this resource.',
          },
          kind: 'permission',
        },
      ],
      page: codes,
    },
    errorsInside: {
      answers: [
        {
          status: 200,
          body: {
            object: 'list',
            results: [],
            next_cursor: null,
            has_more: false,
            request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' },
          },
          kind: 'unsupported',
        },
      ],
      page: 'https://github.com/makenotion/notion-sdk-js/blob/main/src/api-endpoints/search.ts',
    },
    scopes: { read: ['Read content'], write: ['Insert content', 'Update content'], page: capabilities },
  },
  objects: {
    pages: {},
    data_sources: {},
    users: {
      listing: { leavesOut: ['guests'], paging: 'cursor', page: `${docs}/get-users` },
      deletes: {
        seen: 'absence',
        how: 'People who left the workspace are no longer listed.',
        page: `${docs}/get-users`,
      },
      scopes: { read: ['User information with email addresses'], page: `${docs}/get-users` },
    },
  },
};
