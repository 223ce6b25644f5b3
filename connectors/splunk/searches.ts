/** Results of a search, which the server runs as a job. */
import { z } from 'zod';
import { reads } from '../kit/http/complete-operations.ts';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import { escapeTemplate } from '../kit/template.ts';
import { json } from './protocol.ts';

const docsUrl = 'https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTsearch';

/** @see https://docs.splunk.com/Documentation/Splunk/latest/SearchReference/SearchTimeModifiers */
const moment = (title: string): z.ZodString =>
  z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9@:+.-]+$/, 'Must be a time modifier or an instant: -24h@h.')
    .meta({ title });

const sourceOptions = z.strictObject({
  search: z.string().min(1).max(10_000).meta({
    title: 'Search',
    help: 'In SPL, beginning with `search` or a command after `|`. Sort it, or group it by the key of the integration.',
    example: 'search index=security sourcetype=auth action=failure | stats count by user',
  }),
  earliest: moment('Earliest time').default('-24h@h'),
  latest: moment('Latest time').default('now'),
});

const none = z.strictObject({});

/**
 * A job is made, waited for, and read in pages; results are removed afterwards.
 *
 * At most 50,000 results in an answer, `maxresultrows`.
 */
function resultsOf(title: string, { search, earliest, latest }: z.output<typeof sourceOptions>): HttpObject {
  const list = reads({
    kind: 'pages',
    job: {
      create: {
        method: 'POST',
        path: '/services/search/jobs',
        query: json,
        encoding: 'form',
        body: { exec_mode: 'normal', max_count: 500_000 },
        bodyFields: {
          search: escapeTemplate(search),
          earliest_time: escapeTemplate(earliest),
          latest_time: escapeTemplate(latest),
        },
      },
      idPath: 'sid',
      status: { method: 'GET', path: '/services/search/jobs/{job.id}', query: json },
      statusPath: 'entry[0].content.dispatchState',
      done: ['DONE'],
      failed: ['FAILED'],
      pollMs: 2000,
      abort: { method: 'DELETE', path: '/services/search/jobs/{job.id}', query: json },
      remove: { method: 'DELETE', path: '/services/search/jobs/{job.id}', query: json },
    },
    request: { method: 'GET', path: '/services/search/v2/jobs/{job.id}/results', query: json },
    format: { kind: 'json', recordsPath: 'results' },
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'count', pageSize: 10_000 },
  });
  return { title, docsUrl, operations: { list } };
}

export const searches: DynamicObjects<HttpObject> = {
  title: 'Results of searches',
  help: 'A name of your choice for what the search gives, such as `failed_logins`.',
  sourceOptions,
  targetOptions: none,
  resolve: ({ object, options, role }) => {
    if (role === 'target') {
      const message = 'Results of a search can only be read.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    return { ok: true, object: resultsOf(object, sourceOptions.parse(options)) };
  },
  examples: [
    {
      title: 'Read who failed to sign in',
      request: {
        config: { server_url: 'https://splunk.example.com:8089' },
        object: 'failed_logins',
        options: { search: 'search index=security action=failure | stats count by user', earliest: '-1h@h' },
        role: 'source',
      },
    },
  ],
};
