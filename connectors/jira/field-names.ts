/** Fields that a site has made, which people know by other names than their ids. */
import type { GivenPages } from '../kit/http/operations.ts';
import type { WriteDetails } from '../kit/rest-writes.ts';

const customFields = { at: 'fields', idPrefix: 'customfield_' };

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ `expand` */
export const shownNames: NonNullable<GivenPages['memberNames']> = { path: 'names', ...customFields };

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/ */
export const givenNames: NonNullable<WriteDetails['memberNames']> = {
  from: {
    kind: 'pages',
    request: { method: 'GET', path: '/rest/api/3/field' },
    format: { kind: 'json' },
    paginate: { kind: 'none' },
  },
  id: 'id',
  name: 'name',
  ...customFields,
};
