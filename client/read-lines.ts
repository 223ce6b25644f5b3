import { toHubApiError, HubUnreachableError } from './hub-api-error.ts';
import type { CallOptions, HubClientOptions } from './hub-client.ts';
import { readCredential } from './read-credential.ts';
import { toAddress, toBase } from './to-request.ts';

/**
 * Reads an answer of lines of JSON (NDJSON) as they come, however many they are.
 *
 * Nothing is sent again: whoever reads has what came, and knows from the first line where it should end.
 *
 * @throws {HubApiError} on a refusal; {HubUnreachableError} when no answer came, or it broke off.
 */
export async function* readLines(
  options: HubClientOptions,
  path: `/${string}`,
  query: object,
  { signal }: Pick<CallOptions, 'signal'> = {},
): AsyncGenerator<string, void> {
  const credential = await readCredential(options);
  const send = options.fetch ?? fetch;
  const response = await send(toBase(options.baseUrl) + toAddress(path, { query }), {
    headers: {
      accept: 'application/x-ndjson',
      ...credential,
      'content-type': 'application/json',
    },
    redirect: 'error',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new HubUnreachableError(error);
  });
  if (!response.ok) throw toHubApiError(response, await response.text());
  let rest = '';
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new HubUnreachableError(error);
  }
  if (rest !== '') yield rest;
}
