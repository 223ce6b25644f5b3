import { z } from 'zod';
import { reads } from '../kit/http/complete-operations.ts';
import type { DynamicObjects, HttpObject } from '../kit/object-types.ts';
import { escapeTemplate } from '../kit/template.ts';
import { Row } from './schema.ts';

const sourceOptions = z.strictObject({
  prompts: z
    .record(z.string().min(1).max(200), z.string().max(2000))
    .default({})
    .meta({ title: 'Values of the prompts', help: 'By the names of the parameters of the web service.' }),
});

/** Custom reports that are enabled as web services: `OWNER/REPORT`. */
export const reports: DynamicObjects<HttpObject> = {
  title: 'Reports',
  help: "The report's owner and name, as its web service address has them: `jdoe/Active_Workers`.",
  sourceOptions,
  targetOptions: z.strictObject({}),
  // @see https://docs.workato.com/en/connectors/workday/workday_raas (no page of the vendor's is public)
  customerDefined: 'The author of a report chooses its columns and prompts.',
  resolve: ({ object, options, role }) => {
    const isReport = /^[^/{}?#\s]{1,200}\/[^/{}?#\s]{1,200}$/.test(object);
    if (!isReport || role === 'target') {
      const message = 'Reports are named OWNER/REPORT, and are only read.';
      return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
    }
    const { prompts } = sourceOptions.parse(options);
    const query = Object.fromEntries(Object.entries(prompts).map(([name, value]) => [name, escapeTemplate(value)]));
    const list = reads({
      kind: 'pages',
      request: {
        method: 'GET',
        path: `/ccx/service/customreport2/{config.tenant}/${object}`,
        query: { ...query, format: 'json' },
      },
      format: { kind: 'json', recordsPath: 'Report_Entry' },
      paginate: { kind: 'none' },
    });
    return { ok: true, object: { title: object, schema: Row, operations: { list } } };
  },
  examples: [
    {
      title: 'Read a report of the workers of a country',
      request: {
        config: { tenant: 'acme', host: 'wd5-services1.workday.com' },
        object: 'jdoe/Active_Workers',
        options: { prompts: { Country: 'DE' } },
        role: 'source',
      },
    },
  ],
};
