import type { WebhookEndpoint, WebhookEndpointInput } from '../../client/operations.data.ts';
import { readText } from './read-text.ts';

type Format = WebhookEndpoint['format'];
type Selector = WebhookEndpointInput['events'][number];
type Offered = readonly [event: Selector, words: string];

/** What an endpoint is sent. */
export const endpointFormats: readonly (readonly [format: Format, words: string])[] = [
  ['standard', 'Signed events, for a program'],
  ['slack', 'Texts, for a channel of Slack or what takes the same'],
  ['teams', 'Texts, for a channel of Microsoft Teams'],
  ['email', 'Texts, by e-mail'],
];

const events: readonly Offered[] = [
  ['*', 'Everything'],
  ['run.*', 'All of runs'],
  ['run.failed', 'Failed runs'],
  ['record.*', 'All of records'],
  ['approval.*', 'All of approvals'],
  ['item.*', 'All of items'],
  ['connection.*', 'All of connections'],
  ['integration.*', 'All of integrations'],
  ['webhook_endpoint.*', 'All of webhook endpoints'],
  ['notification.*', 'What people are told'],
];

const approvals: readonly Offered[] = [
  ['notification.approval_requested', 'An approval is asked for'],
  ['notification.approval_reminder', 'It is still open after some time'],
  ['notification.approval_escalated', 'Others may decide on it as well'],
];

const notifications: readonly Offered[] = [
  ['notification.failed', 'A run failed'],
  ['notification.partially_succeeded', 'A run ended with failed records'],
  ['notification.withheld', 'A run held changes back'],
  ['notification.waiting_too_long', 'A run waits for too long'],
  ['notification.connection_broken', 'A connection does not work'],
  ['notification.recovered', 'It is well again'],
  ...approvals,
];

/** Events about approvals, which those may be told of who decide. */
export const approvalEvents: Selector[] = approvals.map(([event]) => event);

/** What an endpoint of a format can be told of. */
export function listOffered(format: Format): readonly Offered[] {
  return format === 'standard' ? events : notifications;
}

const mailto = 'mailto:';

/** An address as a form shows it: those of e-mail without their scheme. */
export function showAddress({ format, url }: Pick<WebhookEndpoint, 'format' | 'url'>): string {
  // That of a chat is a secret, of which only the origin is known.
  if (format === 'slack' || format === 'teams') return '';
  return format === 'email' ? url.replace(mailto, '') : url;
}

/** What a form says of an endpoint. */
export function readEndpoint(form: FormData, format: Format): { name: string; url?: string; events: string[] } {
  const address = readText(form, 'url').trim();
  return {
    name: readText(form, 'name').trim(),
    ...(address === '' ? {} : { url: format === 'email' ? toMailto(address) : address }),
    events: form.getAll('events').filter((event) => typeof event === 'string'),
  };
}

/** The input of a new endpoint. */
export function toEndpointInput(form: FormData, format: Format): WebhookEndpointInput {
  const { name, url = '', events: wanted } = readEndpoint(form, format);
  const chosen = listOffered(format).flatMap(([event]) => (wanted.includes(event) ? [event] : []));
  return { name, url, format, events: chosen };
}

function toMailto(address: string): string {
  return `${mailto}${address.replace(mailto, '').replaceAll(/\s/g, '')}`;
}
