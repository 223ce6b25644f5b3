import type { HttpObject } from '../kit/object-types.ts';
import { listOf, pagesIn } from './operations.ts';
import { Activity } from './schema.ts';

/** Events of an application, kept for 180 days. @see https://developers.google.com/workspace/admin/reports/v1/guides/manage-audit-logs */
function events(title: string, application: string): HttpObject {
  return listOf({
    title,
    path: `/admin/reports/v1/activity/users/all/applications/${application}`,
    docs: 'reports/reference/rest/v1/activities/list',
    schema: Activity,
    key: ['id.time', 'id.uniqueQualifier'],
    ...pagesIn('items', 1000),
    // Some are there a few hours after they happened only. @see https://support.google.com/a/answer/7061566
    incremental: { kind: 'server_filter', parameter: 'startTime', lookbackMs: 6 * 3_600_000 },
  });
}

export const logs: Readonly<Record<string, HttpObject>> = {
  admin_events: events('Admin log events', 'admin'),
  login_events: events('User log events (login)', 'login'),
  token_events: events('OAuth log events', 'token'),
  drive_events: events('Drive log events', 'drive'),
  group_events: events('Groups log events', 'groups'),
  user_account_events: events('User log events (accounts)', 'user_accounts'),
  mobile_events: events('Device log events', 'mobile'),
  saml_events: events('SAML log events', 'saml'),
  rule_events: events('Rule log events', 'rules'),
  calendar_events: events('Calendar log events', 'calendar'),
  meet_events: events('Meet log events', 'meet'),
  chat_events: events('Chat log events', 'chat'),
  chrome_events: events('Chrome log events', 'chrome'),
  context_aware_access_events: events('Context-Aware Access log events', 'context_aware_access'),
};
