import { z } from 'zod';

/**
 * Records of the Zendesk Support API: the fields that integrations use.
 *
 * @see https://developer.zendesk.com/api-reference/ticketing/introduction/
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
/** Longer than JavaScript's numbers hold exactly, some day; such ones come as texts. */
const anyId = z.union([z.int(), z.string()]);
const reference = anyId.nullish();
const id = anyId.meta({ title: 'Id' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const dates = { created_at: instant, updated_at: instant };

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/ */
export const Ticket = z.object({
  id,
  ...dates,
  external_id: text,
  subject: text,
  description: text,
  type: text.meta({ title: 'problem, incident, question or task' }),
  priority: text.meta({ title: 'urgent, high, normal or low' }),
  status: text.meta({ title: 'new, open, pending, hold, solved or closed' }),
  custom_status_id: reference,
  requester_id: reference,
  submitter_id: reference,
  assignee_id: reference,
  organization_id: reference,
  group_id: reference,
  brand_id: reference,
  ticket_form_id: reference,
  problem_id: reference,
  due_at: instant,
  tags: texts,
  custom_fields: z.array(z.record(z.string(), z.json())).nullish(),
  via: open,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/users/users/ */
export const User = z.object({
  id,
  ...dates,
  external_id: text,
  name: text,
  email: text,
  phone: text,
  role: text.meta({ title: 'end-user, agent or admin' }),
  active: flag,
  verified: flag,
  suspended: flag,
  organization_id: reference,
  default_group_id: reference,
  time_zone: text,
  locale: text,
  details: text,
  notes: text,
  tags: texts,
  last_login_at: instant,
  user_fields: open,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/organizations/organizations/ */
export const Organization = z.object({
  id,
  ...dates,
  external_id: text,
  name: text,
  domain_names: texts,
  details: text,
  notes: text,
  group_id: reference,
  shared_tickets: flag,
  tags: texts,
  organization_fields: open,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/groups/groups/ */
export const Group = z.object({ id, ...dates, name: text, description: text, default: flag, deleted: flag });

/** @see https://developer.zendesk.com/api-reference/ticketing/groups/group_memberships/ */
export const GroupMembership = z.object({ id, ...dates, user_id: reference, group_id: reference, default: flag });

/** @see https://developer.zendesk.com/api-reference/ticketing/organizations/organization_memberships/ */
export const OrganizationMembership = z.object({
  id,
  ...dates,
  user_id: reference,
  organization_id: reference,
  default: flag,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_fields/ */
export const TicketField = z.object({
  id,
  ...dates,
  title: text,
  description: text,
  type: text,
  tag: text,
  required: flag,
  active: flag,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_forms/ */
export const TicketForm = z.object({ id, ...dates, name: text, display_name: text, default: flag, active: flag });

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/custom_ticket_statuses/ */
export const CustomStatus = z.object({
  id,
  ...dates,
  status_category: text.meta({ title: 'new, open, pending, hold or solved' }),
  agent_label: text,
  end_user_label: text,
  description: text,
  default: flag,
  active: flag,
});

/** @see https://developer.zendesk.com/api-reference/ticketing/account-configuration/brands/ */
export const Brand = z.object({
  id,
  ...dates,
  name: text,
  subdomain: text,
  brand_url: text,
  default: flag,
  active: flag,
});

/** Views, triggers and macros. @see https://developer.zendesk.com/api-reference/ticketing/business-rules/triggers/ */
export const Rule = z.object({ id, ...dates, title: text, description: text, active: flag });

/** @see https://developer.zendesk.com/api-reference/ticketing/business-rules/automations/ */
export const Automation = z.object({ id, ...dates, title: text, active: flag });

/** @see https://developer.zendesk.com/api-reference/ticketing/account-configuration/support_addresses/ */
export const SupportAddress = z.object({
  id,
  ...dates,
  name: text,
  email: text,
  brand_id: reference,
  default: flag,
});

/** Categories and sections. @see https://developer.zendesk.com/api-reference/help_center/help-center-api/sections/ */
export const Shelf = z.object({ id, ...dates, name: text, description: text, locale: text, html_url: text });

/** @see https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/ */
export const Article = z.object({
  id,
  ...dates,
  title: text,
  body: text,
  locale: text,
  section_id: reference,
  author_id: reference,
  draft: flag,
  html_url: text,
});

/** @see https://developer.zendesk.com/api-reference/help_center/help-center-api/topics/ */
export const Topic = z.object({ id, ...dates, name: text, description: text, html_url: text });

/** @see https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/ */
export const Webhook = z.object({ id, ...dates, name: text, description: text, status: text, endpoint: text });

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/ */
export const Comment = z.object({
  ticket_id: anyId,
  id,
  created_at: instant,
  type: text.meta({ title: 'Comment or VoiceComment' }),
  author_id: reference,
  body: text,
  html_body: text,
  plain_body: text,
  public: flag,
  audit_id: reference,
  attachments: z.array(z.record(z.string(), z.json())).nullish(),
});

/** @see https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_audits/ */
export const Audit = z.object({
  ticket_id: anyId,
  id,
  created_at: instant,
  author_id: reference,
  events: z.array(z.record(z.string(), z.json())).nullish(),
});
