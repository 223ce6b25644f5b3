import type { IconName } from '../parts/icon.tsx';

/** Where one can go: in the navigation, in the palette, and by `g` and a letter. */
export const places = [
  { to: '/', words: 'Overview', icon: 'overview', shortcut: 'o', scope: 'runs:read', group: 'Work' },
  {
    to: '/integrations',
    words: 'Integrations',
    icon: 'integrations',
    shortcut: 'i',
    scope: 'integrations:read',
    group: 'Work',
  },
  { to: '/runs', words: 'Runs', icon: 'runs', shortcut: 'r', scope: 'runs:read', group: 'Work' },
  { to: '/approvals', words: 'Approvals', icon: 'check', shortcut: 'd', scope: 'runs:read', group: 'Work' },
  {
    to: '/failed-records',
    words: 'Failed records',
    icon: 'warning',
    shortcut: 'f',
    scope: 'records:read',
    group: 'Work',
  },
  {
    to: '/schedules',
    words: 'Schedules and hooks',
    icon: 'schedules',
    shortcut: 's',
    scope: 'workflows:read',
    group: 'Work',
  },
  {
    to: '/connections',
    words: 'Connections',
    icon: 'connections',
    shortcut: 'c',
    scope: 'connections:read',
    group: 'Systems',
  },
  {
    to: '/connectors',
    words: 'Connectors',
    icon: 'connectors',
    shortcut: 'y',
    scope: 'connectors:read',
    group: 'Systems',
  },
  {
    to: '/lookup-tables',
    words: 'Lookup tables',
    icon: 'tables',
    shortcut: 'b',
    scope: 'integrations:read',
    group: 'Systems',
  },
  {
    to: '/calendars',
    words: 'Calendars',
    icon: 'calendars',
    shortcut: 'h',
    scope: 'integrations:read',
    group: 'Systems',
  },
  {
    to: '/apply',
    words: 'Apply files',
    icon: 'script',
    shortcut: 'v',
    scope: 'integrations:write',
    group: 'Systems',
  },
  {
    to: '/webhooks',
    words: 'Webhook endpoints',
    icon: 'webhooks',
    shortcut: 'w',
    scope: 'webhooks:read',
    group: 'Systems',
  },
  {
    to: '/settings/keys',
    words: 'API keys',
    icon: 'keys',
    shortcut: 'k',
    scope: 'api_keys:read',
    group: 'Organization',
  },
  {
    to: '/settings/clients',
    words: 'OAuth',
    icon: 'programs',
    shortcut: 't',
    scope: 'api_keys:read',
    group: 'Organization',
  },
  {
    to: '/settings/members',
    words: 'Members',
    icon: 'members',
    shortcut: 'm',
    scope: 'members:read',
    group: 'Organization',
  },
  {
    to: '/settings/sign-in',
    words: 'Sign-in',
    icon: 'person',
    shortcut: 'n',
    scope: 'members:read',
    group: 'Organization',
  },
  {
    to: '/settings/accounts',
    words: 'Accounts',
    icon: 'accounts',
    shortcut: 'u',
    scope: 'accounts:read',
    group: 'Organization',
  },
  { to: '/audit', words: 'Audit log', icon: 'audit', shortcut: 'a', scope: 'audit:read', group: 'Organization' },
  {
    to: '/settings/organization',
    words: 'Settings',
    icon: 'settings',
    shortcut: 'e',
    scope: 'accounts:write',
    group: 'Organization',
  },
  { to: '/settings/limits', words: 'Limits', icon: 'limits', shortcut: 'l', scope: 'any', group: 'Organization' },
  { to: '/profile', words: 'Your profile', icon: 'person', shortcut: 'p', scope: 'any', group: 'You' },
] as const satisfies readonly {
  to: string;
  words: string;
  icon: IconName;
  shortcut: string;
  scope: string;
  group: string;
}[];

export type Destination = (typeof places)[number];

export const placeGroups = ['Work', 'Systems', 'Organization'] as const;
