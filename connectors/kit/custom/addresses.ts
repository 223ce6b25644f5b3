import { messages } from '../../../core/messages.ts';
import { templateText } from '../fields.ts';
import { parseTemplate } from '../template.ts';

/** Addresses in definitions: templates that can lead nowhere but where they say. */

/** A text with a plain word in each hole; where one begins it, it is a whole address. */
function fill(text: string): string {
  const { parts } = parseTemplate(text);
  return parts
    .map((part, index) => (typeof part === 'string' ? part : index === 0 ? 'https://host.example' : 'x'))
    .join('');
}

/** An http(s) address without user, password, query and fragment. */
function isAddress(text: string): boolean {
  const url = URL.parse(fill(text));
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.username === '' && url.password === '' && !/[\s\\?#@]/.test(text) && !hasDots(text);
}

/** True where a path has a segment that leads up, in any spelling. */
export function hasDots(text: string): boolean {
  const plain = text.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c/gi, '/');
  return plain.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

export const addressText = templateText.max(2000).refine((text) => isAddress(text), messages.customAddressInvalid);

/** The host of an address, where no hole is in it. */
export function readHost(text: string): string | undefined {
  return /^https:\/\/([a-z0-9.-]+)(?=\/|$)/.exec(text)?.[1];
}

/** A path below the base address. */
export function isPath(text: string): boolean {
  if (text === '') return true;
  return text.startsWith('/') && !text.startsWith('//') && !/[\s\\?#]/.test(text) && !hasDots(text);
}
