import type { Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.paylocity.com/integrations';
const reference = `${docs}/reference`;
const list = `${reference}/get-all-employees`;

const whole = (page: string) => ({
  listing: { leavesOut: [], paging: 'whole' as const, page },
  ceilings: { none: 'The list comes as a whole.', page },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: list },
    listing: { leavesOut: [], paging: 'position', page: list },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: list },
    identity: { none: 'Records are not looked up by what they hold.', page: list },
    filter: { none: 'Lists have no filters.', page: list },
    lag: { none: 'Nothing is looked up before it is written.', page: list },
    ceilings: pageSizeNotIn(`${reference}/get-employee`, list, `${reference}/get-employee-pay-statement-summary`),
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/docs/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/docs/errors` },
    scopes: { read: ['WebLinkAPI'], write: ['WebLinkAPI'], page: `${reference}/authentication-weblink` },
  },
  objects: {
    employees: {
      deletes: {
        seen: 'state',
        how: 'An employee who left has a status of the type T.',
        page: `${reference}/get-employee`,
      },
    },
    employee_statuses: {
      deletes: { seen: 'state', how: 'An employee who left has, commonly, the status code T.', page: list },
    },
    earnings: whole(`${reference}/get-all-earnings`),
    local_taxes: whole(`${reference}/get-all-local-taxes`),
    company_codes: whole(`${reference}/get-company-codes`),
    custom_fields: whole(`${reference}/get-all-custom-fields`),
  },
};
