import type { ErrorRule } from '../kit/http/error-rules.ts';

/** Slack answers refusals with status 200, `ok: false` and a code. @see https://docs.slack.dev/apis/web-api/#responses */
function refused(kind: ErrorRule['kind'], codes: readonly [string, ...string[]]): ErrorRule {
  return { when: { path: 'error', equals: [...codes] }, kind, messagePath: 'error' };
}

/** Codes that most methods share. @see https://docs.slack.dev/reference/methods/conversations.list#errors */
export const errors: readonly ErrorRule[] = [
  refused('auth_invalid', ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked']),
  refused('auth_expired', ['token_expired']),
  refused('permission', [
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'access_denied',
    'ekm_access_denied',
    'restricted_action',
    'permission_denied',
    'org_login_required',
    'team_access_not_granted',
    'cant_update_message',
    'cant_delete_message',
  ]),
  refused('rate_limited', ['ratelimited', 'rate_limited']),
  refused('not_found', ['channel_not_found', 'message_not_found', 'no_such_subteam', 'subteam_not_found']),
  refused('conflict', ['name_taken', 'name_already_exists', 'handle_already_exists']),
  refused('cursor_expired', ['invalid_cursor']),
  refused('unsupported', ['paid_teams_only', 'plan_upgrade_required']),
  refused('transient', ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']),
  { when: { path: 'error' }, kind: 'validation', messagePath: 'error' },
];
