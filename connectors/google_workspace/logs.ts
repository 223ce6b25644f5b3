import type { HttpObject } from '../kit/define.ts';
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
    incremental: { kind: 'server_filter', parameter: 'startTime', lookbackMs: 3_600_000 },
  });
}

export const logs: Readonly<Record<string, HttpObject>> = {
  admin_events: events('Log of administration', 'admin'),
  login_events: events('Log of sign-ins', 'login'),
  token_events: events('Log of applications let in', 'token'),
  drive_events: events('Log of Drive', 'drive'),
  group_events: events('Log of groups', 'groups'),
  user_account_events: events('Log of user accounts', 'user_accounts'),
  mobile_events: events('Log of mobile devices', 'mobile'),
  saml_events: events('Log of sign-ins elsewhere', 'saml'),
  rule_events: events('Log of rules', 'rules'),
  calendar_events: events('Log of calendars', 'calendar'),
  meet_events: events('Log of meetings', 'meet'),
  chat_events: events('Log of chats', 'chat'),
  chrome_events: events('Log of Chrome', 'chrome'),
  context_aware_access_events: events('Log of context-aware access', 'context_aware_access'),
};
