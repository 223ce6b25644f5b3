import type { NotificationCause, WebhookFormat } from '../core/enums.ts';
import type { JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import type { EventPayload } from '../services/event-endpoints/event-payload.ts';

/** What an event says to people. */
export interface EventText {
  subject: string;
  text: string;
}

/** The body of a message, as what receives it reads it. */
export function renderMessage(format: WebhookFormat, payload: EventPayload): EventPayload | JsonObject {
  if (format === 'standard') return payload;
  const { subject, text } = describeEvent(payload);
  return format === 'teams' ? toCard(subject, text) : { text: escapeSlack(`*${subject}*\n${text}`) };
}

/** Tells people of a notification. Nothing in it comes from a record or from a system. */
export function describeEvent({ type, timestamp, data }: EventPayload): EventText {
  if (!('cause' in data)) return { subject: type, text: timestamp };
  const { cause, name, count, since, run_id: run, error_code: code } = data;
  const lines = [
    messages.notificationTexts[cause],
    ...(count > 1 && cause !== 'recovered' ? [messages.notificationCount({ count, since })] : []),
    ...(code === undefined ? [] : [messages.notificationCode({ code })]),
    ...(run === undefined ? [] : [messages.notificationRun({ run })]),
  ];
  return { subject: `${name}: ${titles[cause]}`, text: lines.join('\n') };
}

const titles: Readonly<Record<NotificationCause, string>> = messages.notificationTitles;

/** @see https://docs.slack.dev/messaging/formatting-message-text/#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @see https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#send-adaptive-cards-using-an-incoming-webhook */
function toCard(subject: string, text: string): JsonObject {
  const block = (line: string, more: JsonObject = {}): JsonObject => ({
    type: 'TextBlock',
    text: line,
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [block(subject, { weight: 'bolder' }), ...text.split('\n').map((line) => block(line))],
        },
      },
    ],
  };
}
