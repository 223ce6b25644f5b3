import { z } from 'zod';
import { StartProblem, reasonOf } from '../problem.ts';

/** The hub's API, used as any client would use it. */
export interface ApiClient {
  /** @returns `data` of the answer. @throws {StartProblem} on an error answer. */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, data: z.ZodType<T>, body?: unknown): Promise<T>;
  /** The records of a list that have exactly this name. */
  listNamed<T extends { name: string }>(path: string, record: z.ZodType<T>, name: string): Promise<T[]>;
}

const failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
});

const pageSize = 100;

export function connectApi(apiUrl: string, apiKey: string, signal?: AbortSignal): ApiClient {
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' },
      signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), AbortSignal.timeout(30_000)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new StartProblem(`${method} ${path}: the API did not respond (${reasonOf(error)}).`, 'Read api.log.');
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { error } = failure.parse(answer);
    throw new StartProblem(
      `${method} ${path} responded ${response.status} ${error.code}: ${error.message} ${JSON.stringify(error.details ?? {})}`,
      'Read api.log and worker.log.',
    );
  };
  return {
    call: async (method, path, data, body) => z.object({ data }).parse(await request(method, path, body)).data,
    listNamed: async (path, record, name) => {
      const page = z.object({ data: z.array(record), meta: z.object({ total: z.number() }) });
      const records: z.infer<typeof record>[] = [];
      const query = `${path}?q=${encodeURIComponent(name)}&per_page=${pageSize}`;
      for (let number = 1; ; number += 1) {
        const { data, meta } = page.parse(await request('GET', `${query}&page=${number}`));
        records.push(...data.filter((found) => found.name === name));
        if (data.length === 0 || number * pageSize >= meta.total) return records;
      }
    },
  };
}
