import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://apidocs.hibob.com/reference';
const guides = 'https://apidocs.hibob.com/docs';
const people = `${guides}/people-read-api-contract`;
const errors = `${reference}/error-handling`;

/** The rows of a table of all employees, in pages of employees. */
const table = (name: string): Partial<ObjectMeaning> => ({
  listing: {
    leavesOut: ['rows that the service user may not see'],
    paging: 'cursor',
    page: `${reference}/get_bulk-people-${name}`,
  },
  ceilings: { pageSize: 200, page: `${guides}/pagination` },
});

export const meaning: Meaning = {
  asOf: '2026-11-24',
  all: {
    changed: { none: 'The list takes no instant.', page: people },
    listing: { leavesOut: [], paging: 'whole', page: people },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: people },
    identity: { none: 'Ids are given by Bob.', page: `${reference}/employee-tables` },
    filter: { none: 'Values are members of the body.', page: people },
    lag: { none: 'Nothing is looked up before it is written.', page: `${reference}/employee-tables` },
    ceilings: { none: 'The list comes as a whole.', page: people },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: { none: 'Permission groups of the service user say what it may do.', page: `${reference}/permissions` },
  },
  objects: {
    employees: {
      listing: {
        leavesOut: ['employees that the service user may not see'],
        shownOnRequest: { states: ['inactive'], parameter: 'showInactive', value: 'true' },
        paging: 'whole',
        page: people,
      },
      deletes: {
        seen: 'state',
        how: 'Those who left have the status Inactive. Deleted employees are no longer listed.',
        page: people,
      },
      identity: caseNotIn('email', { unique: true }, people, `${reference}/post_people`),
      lag: lagNotIn(people, `${reference}/post_people`, `${guides}/update-employee-data`),
    },
    terminations: {
      ceilings: { none: 'They are not listed.', page: `${reference}/post_employees-identifier-terminate` },
    },
    work_history: table('work'),
    employment_history: table('employment'),
    lifecycle_history: table('lifecycle'),
    list_items: {
      listing: {
        leavesOut: [],
        shownOnRequest: { states: ['archived'], parameter: 'includeArchived', value: 'true' },
        paging: 'whole',
        page: `${reference}/get_company-named-lists`,
      },
      identity: caseNotIn('name', { unique: true }, `${reference}/post_company-named-lists-listname`),
      lag: lagNotIn(`${reference}/post_company-named-lists-listname`, `${reference}/get_company-named-lists-listname`),
    },
    tasks: { listing: { leavesOut: ['closed tasks'], paging: 'whole', page: `${reference}/get_tasks` } },
  },
};
