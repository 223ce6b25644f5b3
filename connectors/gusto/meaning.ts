import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://docs.gusto.com/app-integrations/reference';
const docs = 'https://docs.gusto.com/app-integrations/docs';

const paged = (page: string, leavesOut: readonly string[] = []): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut, paging: 'position', page: `${reference}/${page}` },
  ceilings: { pageSize: 100, page: `${docs}/pagination` },
});

const scoped = (kind: string, page: string, read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`${kind}:${read}`],
    ...(write === undefined ? {} : { write: [`${kind}:${write}`] }),
    page: `${reference}/${page}`,
  },
});

const [employees, contractors, departments, locations, payrolls] = [
  'get-v1-companies-company_id-employees',
  'get-v1-companies-company_uuid-contractors',
  'get-companies-departments',
  'get-v1-companies-company_id-locations',
  'get-v1-companies-company_id-payrolls',
];

/** It is looked up before it is written. */
const lookedUp = (list: string, creation: string): Pick<ObjectMeaning, 'lag'> => ({
  lag: lagNotIn(`${reference}/${list}`, `${reference}/${creation}`),
});

/** The same of the lists of an employee. */
const lookedUpOf = (list: string): Pick<ObjectMeaning, 'lag'> =>
  lookedUp(`get-v1-employees-employee_id-${list}`, `post-v1-employees-employee_id-${list}`);

/** It is for finding people of other systems; that no two may share one is not told. */
const byEmail = (page: string): Pick<ObjectMeaning, 'identity'> => ({
  identity: caseNotIn('email', { unique: false }, `${reference}/${page}`),
});

/** Lists of each employee, who is listed first. */
const ofEmployees = (page: string, read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: ['employees:read', ...(read === 'employees:read' ? [] : [read])],
    ...(write.length === 0 ? {} : { write }),
    page: `${reference}/get-v1-employees-employee_id-${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: reference },
    listing: { leavesOut: [], paging: 'whole', page: reference },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Gusto.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Its writes look nothing up.', page: reference },
    ceilings: { none: 'Lists without pages come whole.', page: `${docs}/pagination` },
    login: {
      answers: [
        { status: 401, body: { errors: [{ category: 'invalid_token' }] }, kind: 'auth_invalid' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}/error-categories`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/error-categories` },
  },
  objects: {
    employees: {
      ...lookedUp(employees, 'post-v1-employees'),
      ...byEmail(employees),
      ...paged(employees),
      scopes: {
        read: ['employees:read'],
        write: ['employees:manage', 'employees:write'],
        page: `${reference}/${employees}`,
      },
      deletes: {
        seen: 'state',
        how: 'Terminated employees stay, with terminated true.',
        page: `${reference}/${employees}`,
      },
    },
    contractors: {
      ...lookedUp(contractors, 'post-v1-companies-company_uuid-contractors'),
      ...byEmail(contractors),
      ...paged(contractors),
      scopes: {
        read: ['contractors:read'],
        write: ['contractors:manage', 'contractors:write'],
        page: `${reference}/${contractors}`,
      },
      deletes: {
        seen: 'state',
        how: 'Dismissed contractors stay, with is_active false.',
        page: `${reference}/${contractors}`,
      },
    },
    jobs: {
      ...paged('get-v1-employees-employee_id-jobs'),
      ...lookedUpOf('jobs'),
      ...ofEmployees('jobs', 'jobs:read', 'jobs:write'),
    },
    terminations: {
      ...lookedUpOf('terminations'),
      ...ofEmployees('terminations', 'employments:read', 'employments:write'),
    },
    home_addresses: {
      ...lookedUpOf('home_addresses'),
      ...ofEmployees('home_addresses', 'employees:read', 'employees:write'),
    },
    work_addresses: ofEmployees('work_addresses', 'employees:read'),
    employments: ofEmployees('employment_history', 'employments:read'),
    departments: {
      ...lookedUp(departments, 'post-departments'),
      ...scoped('departments', departments, 'read', 'write'),
      identity: caseNotIn('title', { unique: false }, `${reference}/${departments}`, `${reference}/post-departments`),
    },
    locations: {
      ...lookedUp(locations, 'post-v1-companies-company_id-locations'),
      ...paged(locations),
      ...scoped('companies', locations, 'read', 'write'),
    },
    admins: {
      ...paged('get-v1-companies-company_id-admins'),
      ...scoped('company_admin', 'get-v1-companies-company_id-admins', 'read'),
    },
    payrolls: {
      ...paged(payrolls, ['those whose pay period is not within the last six months']),
      ...scoped('payrolls', payrolls, 'read'),
      deletes: {
        seen: 'absence',
        how: 'Payrolls that are deleted or older than six months are no longer listed.',
        page: `${reference}/${payrolls}`,
      },
    },
    pay_schedules: {
      ...paged('get-v1-companies-company_id-pay_schedules'),
      ...scoped('pay_schedules', 'get-v1-companies-company_id-pay_schedules', 'read'),
    },
    benefits: scoped('company_benefits', 'get-v1-companies-company_id-company_benefits', 'read'),
    time_off_policies: scoped('time_off_policies', 'get-v1-companies-company_uuid-time_off_policies', 'read'),
    earning_types: scoped('payrolls', 'get-v1-companies-company_id-earning_types', 'read'),
    bank_accounts: scoped('company_bank_accounts', 'get-v1-companies-company_id-bank-accounts', 'read'),
    companies: scoped('companies', 'get-v1-companies', 'read'),
    custom_fields: {
      ...paged('get-v1-companies-company_id-custom_fields'),
      ...scoped('companies', 'get-v1-companies-company_id-custom_fields', 'read'),
    },
  },
};
