import type { z } from 'zod';
import type { errorRuleSchema } from '../http/error-rules.ts';
import type { GivenPages } from '../http/operations.ts';

type Paged = Pick<GivenPages, 'format' | 'paginate' | 'expired'>;

/**
 * Reading of a list of Google's APIs, page by page. Empty lists are left out of answers.
 *
 * @param pageSize Records in a page, at most what the API allows; absent: the list has no pages.
 * @param sizeParameter `pageSize` (default) in newer APIs, `maxResults` in older ones.
 * @param place Where the parameters go: reading by POST has them in the body.
 * @see https://google.aip.dev/158
 */
export function googleList(given: {
  recordsPath: string;
  pageSize?: number;
  sizeParameter?: 'pageSize' | 'maxResults';
  place?: 'query' | 'body';
}): Paged {
  const { recordsPath, pageSize, sizeParameter = 'pageSize', place = 'query' } = given;
  const format = { kind: 'json', recordsPath, optional: true } as const;
  if (pageSize === undefined) return { format, paginate: { kind: 'none' } };
  return {
    format,
    paginate: {
      kind: 'cursor',
      in: place,
      parameter: 'pageToken',
      path: 'nextPageToken',
      sizeParameter,
      pageSize,
    },
    expired: { status: 400, bodyIncludes: ['page token', 'pageToken', 'page_token'] },
  };
}

/**
 * What errors of Google's APIs mean beyond their status: older APIs tell it by a reason, newer ones by a detail.
 *
 * @see https://google.aip.dev/193 and https://developers.google.com/workspace/admin/directory/v1/limits
 */
export function googleErrors(): z.input<typeof errorRuleSchema>[] {
  const reasons = (...names: string[]): { status: number[]; bodyIncludes: string[] } => ({
    status: [400, 403, 429],
    bodyIncludes: names.map((name) => `"${name}"`),
  });
  return [
    { when: reasons('dailyLimitExceeded', 'dailyLimitExceededUnreg'), kind: 'quota' },
    {
      when: reasons('rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'RATE_LIMIT_EXCEEDED'),
      kind: 'rate_limited',
    },
    {
      when: reasons('accessNotConfigured', 'SERVICE_DISABLED'),
      kind: 'config',
      message: 'The API is not enabled in the project of the credentials.',
    },
    { when: reasons('BILLING_DISABLED'), kind: 'config', message: 'The project has no billing account.' },
    { when: { status: 400, path: 'error.status', equals: ['FAILED_PRECONDITION'] }, kind: 'conflict' },
  ];
}
