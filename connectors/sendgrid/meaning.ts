import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://www.twilio.com/docs/sendgrid/api-reference';
const howTo = `${docs}/how-to-use-the-sendgrid-v3-api`;

const sinceCreated = (page: string): Pick<ObjectMeaning, 'changed' | 'ceilings'> => ({
  changed: {
    field: 'created',
    askedAs: 'start_time',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1000,
    late: { marginMs: 60_000 },
    misses: 'Deletions; entries are never changed.',
    page: `${docs}/${page}`,
  },
  ceilings: { pageSize: 500, page: `${docs}/${page}` },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${docs}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${docs}/${page}` },
});

const byAddress = (page: string, pageSize: number): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'cursor', page: `${docs}/${page}` },
  ceilings: { pageSize, page: `${docs}/${page}` },
});

/** Keys and teammates have the same scopes. */
const permissions = 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/teammate-permissions';

const scoped = (kind: string, ...writes: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [`${kind}.read`], write: writes.map((write) => `${kind}.${write}`), page: permissions },
});

const all = ['create', 'update', 'delete'];

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Records are not looked up by what they hold.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: pageSizeNotIn(`${docs}/subusers-api`, `${docs}/domain-authentication`),
    login: {
      answers: [
        {
          status: 401,
          body: {
            errors: [{ field: null, message: 'The provided authorization grant is invalid, expired, or revoked' }],
          },
          kind: 'auth_invalid',
        },
        { status: 403, kind: 'permission' },
        { status: 429, body: { errors: [{ field: null, message: 'too many requests' }] }, kind: 'rate_limited' },
      ],
      page: 'https://support.sendgrid.com/hc/en-us/articles/18322114821403-4XX-API-Errors-and-Troubleshooting-Suggestions',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${howTo}/errors` },
  },
  objects: {
    teammates: { ceilings: { pageSize: 500, page: `${docs}/teammates` }, ...scoped('teammates', ...all) },
    subusers: scoped('subusers', 'update', 'delete'),
    blocks: { ...sinceCreated('blocks-api'), ...scoped('suppression.blocks', 'delete') },
    spam_reports: { ...sinceCreated('spam-reports-api'), ...scoped('suppression.spam_reports', 'delete') },
    invalid_emails: { ...sinceCreated('invalid-e-mails-api'), ...scoped('suppression.invalid_emails', 'delete') },
    global_unsubscribes: {
      ...sinceCreated('suppressions-global-suppressions'),
      scopes: {
        read: ['suppression.unsubscribes.read'],
        write: ['asm.suppressions.global.delete'],
        page: permissions,
      },
    },
    unsubscribe_groups: { ...whole('suppressions-unsubscribe-groups'), ...scoped('asm.groups', ...all) },
    group_unsubscribes: { ...whole('suppressions-suppressions'), ...scoped('asm.groups.suppressions', 'delete') },
    lists: { ...byAddress('lists', 1000), ...scoped('marketing_campaigns', ...all) },
    single_sends: {
      ...byAddress('single-sends', 50),
      ceilings: pageSizeNotIn(`${docs}/single-sends`),
      ...scoped('marketing_campaigns', 'delete'),
    },
    templates: { ...byAddress('transactional-templates', 200), ...scoped('templates', ...all) },
    domains: scoped('whitelabel', ...all),
    api_keys: { ...whole('api-keys'), ...scoped('api_keys', 'update', 'delete') },
  },
};
