import { approvalCauses, type ApprovalCause, type NotificationCause, type WebhookFormat } from '../core/enums.ts';
import type { JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { toDashboardUrl } from '../services/access/people/dashboard-url.ts';
import type { EventPayload } from '../services/event-endpoints/event-payload.ts';

/** What an event says to people. */
export interface EventText {
  subject: string;
  text: string;
  /** Where people do what it asks for. */
  url?: string;
}

/** Whom a message is from: the hub, as people open its dashboard, and one of its organizations. */
export interface Sender {
  publicUrl: string;
  /** `org_…` */
  organization: string;
}

/** The body of a message, as what receives it reads it. */
export function renderMessage(format: WebhookFormat, payload: EventPayload, sender: Sender): EventPayload | JsonObject {
  if (format === 'standard') return payload;
  const described = describeEvent(payload, sender);
  return format === 'teams' ? toCard(described) : { text: escapeSlack(`*${described.subject}*\n${toText(described)}`) };
}

/** Tells people of a notification. Nothing in it comes from a record or from a system but what an approval asks. */
export function describeEvent({ type, timestamp, data }: EventPayload, sender: Sender): EventText {
  if (!('cause' in data)) return { subject: type, text: timestamp };
  const { cause, name, count, since, run_id: run, error_code: code } = data;
  if (isAboutApprovals(cause)) return describeApprovals(cause, data, sender);
  const lines = [
    messages.notificationTexts[cause],
    ...(count > 1 && cause !== 'recovered' ? [messages.notificationCount({ count, since })] : []),
    ...(code === undefined ? [] : [messages.notificationCode({ code })]),
    ...(run === undefined ? [] : [messages.notificationRun({ run })]),
  ];
  return { subject: `${name}: ${messages.notificationTitles[cause]}`, text: lines.join('\n') };
}

/** The text of a message that has no other place for its link. */
export function toText({ text, url }: EventText): string {
  return url === undefined ? text : `${text}\n${messages.notificationDecideAt({ url })}`;
}

type Notification = Extract<EventPayload['data'], { cause: NotificationCause }>;

function isAboutApprovals(cause: NotificationCause): cause is ApprovalCause {
  return (approvalCauses as readonly NotificationCause[]).includes(cause);
}

function describeApprovals(cause: ApprovalCause, about: Notification, { publicUrl, organization }: Sender): EventText {
  const { name, count, message = '', step, due_at: dueAt, run_id: run = '' } = about;
  const lines = [
    step === undefined ? messages.guardTexts[cause] : messages.notificationTexts[cause],
    messages.notificationAsked({ question: message, more: count - 1 }),
    ...(step === undefined ? [] : [messages.notificationStep({ step })]),
    ...(dueAt === undefined ? [] : [messages.notificationDue({ at: dueAt })]),
  ];
  return {
    subject: `${name}: ${messages.approvalTitles[cause]({ count })}`,
    text: lines.join('\n'),
    url: `${toDashboardUrl(publicUrl)}/approvals?run_id=${run}&organization=${organization}`,
  };
}

/** @see https://docs.slack.dev/messaging/formatting-message-text/#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Lines are no `TextBlock`, which reads Markdown: what an approval asks could show links under other names.
 *
 * @see https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#send-adaptive-cards-using-an-incoming-webhook
 * @see https://adaptivecards.microsoft.com/?topic=RichTextBlock
 */
function toCard({ subject, text, url }: EventText): JsonObject {
  const title = { type: 'TextBlock', text: subject, wrap: true, weight: 'bolder' };
  const lines = text.split('\n').map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] }));
  const actions =
    url === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: messages.notificationDecide, url }] };
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [title, ...lines],
          ...actions,
        },
      },
    ],
  };
}
