import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://developer.1password.com/docs/events-api/reference#${page}`,
  key: 'uuid',
});

/**
 * An endless feed. It begins at an instant, else an hour ago, so that one before all events is given; they are kept for
 * 120 days.
 *
 * @see https://developer.1password.com/docs/events-api/introduction
 */
function feedOf(title: string, name: string, schema: z.ZodType): HttpObject {
  const path = `/api/v1/${name}`;
  return listOf({
    title,
    path,
    docs: `post-apiv2${name}`,
    request: { method: 'POST', body: { limit: 1000, start_time: '2020-01-01T00:00:00Z' } },
    // A cursor stands alone.
    nextRequest: { method: 'POST', path, body: {} },
    recordsPath: 'items',
    schema,
    paginate: { kind: 'cursor', in: 'body', parameter: 'cursor', path: 'cursor', hasMorePath: 'has_more' },
    incremental: { kind: 'change_feed', path: 'cursor' },
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  audit_events: feedOf('Audit events', 'auditevents', schemas.AuditEvent),
  item_usages: feedOf('Item usages', 'itemusages', schemas.ItemUsage),
  sign_in_attempts: feedOf('Sign-in attempts', 'signinattempts', schemas.SignInAttempt),
};
