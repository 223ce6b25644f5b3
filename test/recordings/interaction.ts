import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '../../connectors/kit/type-guards.ts';
import type { Json } from '../../core/json.ts';

/** Any value: what was parsed is JSON. */
const anyJson = z.custom<Json>((value) => value !== undefined);

/** One recorded exchange: a line of a recordings file. Paths and bodies are the vendor's; `{}` in a template is any text. */
export const Interaction = z.object({
  id: z.string(),
  source: z.string().default(''),
  path_in_repo: z.string().default(''),
  method: z.string(),
  path: z.string(),
  path_template: z.string(),
  /** GraphQL root field, or `service.Operation` of AWS. */
  operation: z.string().nullish(),
  host: z.string().nullish(),
  query: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .nullish()
    .transform((query) => query ?? {}),
  request_body: anyJson.nullish().transform((body) => body ?? null),
  status: z.int(),
  headers: z
    .record(z.string(), z.string())
    .nullish()
    .transform((headers) => headers ?? {}),
  response_body: anyJson.nullish().transform((body) => body ?? null),
  flow: z.string().nullish(),
  seq: z.number().nullish(),
  truncated: z.array(z.object({ field: z.string(), reason: z.string() })).nullish(),
});

export type Interaction = z.output<typeof Interaction>;

/** A flow may be as long as it likes, but only so much of it is held at once, in characters. */
const heldMax = 64 * 1024 * 1024;

/**
 * Streams a recordings file, flow by flow.
 *
 * Exchanges without a flow belong together where they come from the same file of their source: pages of one listing do.
 *
 * @throws {z.ZodError | SyntaxError} for a line that is no interaction.
 */
export async function* readFlows(file: string): AsyncGenerator<Interaction[], void> {
  let held: Interaction[] = [];
  let name = '';
  let size = 0;
  for await (const line of readLines(file)) {
    if (line.trim() === '') continue;
    const interaction = Interaction.parse(parseJson(line));
    const next = interaction.flow ?? `${interaction.source} ${interaction.path_in_repo}`;
    if (held.length > 0 && (next !== name || size + line.length > heldMax)) {
      yield held;
      held = [];
      size = 0;
    }
    name = next;
    size += line.length;
    held.push(interaction);
  }
  if (held.length > 0) yield held;
}

function readLines(file: string): AsyncIterable<string> {
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.once('error', (error) => input.destroy(error));
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** True when the recorded answer is not there as the vendor sent it. */
export function isCutOff({ truncated, response_body, status }: Interaction): boolean {
  if (truncated?.some(({ field }) => field === 'response_body') === true) return true;
  return response_body === null && status !== 204;
}

/** The endpoint of an interaction, for people. */
export function describe({ method, path_template, operation }: Interaction): string {
  return `${method} ${path_template}${typeof operation === 'string' ? `#${operation}` : ''}`;
}
