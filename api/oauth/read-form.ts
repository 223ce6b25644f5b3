import { HubError } from '../../core/errors.ts';
import { OauthError } from '../../services/access/oauth/oauth-error.ts';
import type { HubContext } from '../hub-context.ts';
import { readBytes } from '../requests/read-json.ts';
import { messages } from '../../core/messages.ts';

const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset\s*=\s*(?:utf-8|"utf-8"))?\s*$/i;
export const formBytesMax = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The parameters of a request, each given once and with a value. */
export type Form = ReadonlyMap<string, string>;

/**
 * Reads the parameters of a request to the token or revocation endpoint: from its body only.
 *
 * One without a value counts as left out, and unknown ones are passed over.
 *
 * @throws {OauthError} `invalid_request`
 * @throws {HubError} `payload_too_large`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.2
 */
export async function readForm(c: HubContext): Promise<Form> {
  if (!formType.test(c.req.header('content-type') ?? '')) {
    throw invalid(messages.contentTypeNotForm);
  }
  if (new URL(c.req.url).search !== '') throw invalid(messages.formInQuery);
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(c))) {
    if (value === '') continue;
    if (form.has(name)) throw invalid(messages.parameterRepeated);
    form.set(name, value);
  }
  return form;
}

async function readText(c: HubContext): Promise<string> {
  try {
    return decoder.decode(await readBytes(c, formBytesMax));
  } catch (error) {
    if (error instanceof HubError && error.code === 'payload_too_large') throw error;
    throw invalid(messages.bodyUnreadable);
  }
}

function invalid(description: string): OauthError {
  return new OauthError('invalid_request', description);
}
