import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const crm = 'https://developers.hubspot.com/docs/guides/api/crm';
const contacts = `${crm}/objects/contacts`;
const usage = 'https://developers.hubspot.com/docs/api/usage-details';

const scoped = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [read],
    ...(write === undefined ? {} : { write: [write] }),
    page: 'https://developers.hubspot.com/docs/guides/apps/authentication/scopes',
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: contacts },
    listing: { leavesOut: ['archived records'], paging: 'cursor', page: contacts },
    deletes: {
      seen: 'absence',
      how: 'Deleted records are archived, no longer listed, and can be restored within 90 days.',
      page: contacts,
    },
    identity: { none: 'Ids are given by HubSpot.', page: contacts },
    filter: { none: 'Values are parameters of their own.', page: contacts },
    lag: { none: 'No record is looked for before it is written.', page: contacts },
    ceilings: { pageSize: 100, page: contacts },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        {
          status: 429,
          body: {
            status: 'error',
            message: 'You have reached your daily limit.',
            errorType: 'RATE_LIMIT',
            policyName: 'DAILY',
          },
          kind: 'quota',
        },
      ],
      page: usage,
    },
    errorsInside: { none: 'Errors have a status of their own, but for batches, which are not used.', page: contacts },
  },
  objects: {
    contacts: {
      ...scoped('crm.objects.contacts.read', 'crm.objects.contacts.write'),
      identity: { field: 'email', unique: true, ignoresCase: true, page: contacts },
      lag: {
        none: 'A contact is read by its address, without the search, which alone lags behind.',
        page: 'https://developers.hubspot.com/docs/api/crm/search#limitations',
      },
    },
    companies: scoped('crm.objects.companies.read', 'crm.objects.companies.write'),
    deals: scoped('crm.objects.deals.read', 'crm.objects.deals.write'),
    tickets: scoped('tickets', 'tickets'),
    owners: scoped('crm.objects.owners.read'),
  },
};
