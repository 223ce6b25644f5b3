import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const reference = 'https://workable.readme.io/reference';

const whole = (page: string): Partial<ObjectMeaning> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${reference}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${reference}/${page}` },
});

const scoped = (read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [read],
    ...(write.length === 0 ? {} : { write }),
    page: `${reference}/generate-an-access-token`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'cursor', page: `${reference}/jobs` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Workable.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'No record is looked for before it is written.', page: reference },
    ceilings: { pageSize: 100, page: `${reference}/jobs` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${reference}/rate-limits`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: reference },
    scopes: { unknown: 'Which scope the list needs has not been looked up.' },
  },
  objects: {
    candidates: {
      changed: {
        unknown: 'Whether a candidate that changed at the very instant is listed, and how late, is not told.',
      },
      ...scoped('r_candidates', 'w_candidates'),
    },
    jobs: {
      changed: { unknown: 'Whether a job that changed at the very instant is listed, and how late, is not told.' },
      deletes: {
        seen: 'state',
        how: 'Jobs that are no longer needed have the state archived.',
        page: `${reference}/jobs`,
      },
      ...scoped('r_jobs'),
    },
    members: scoped('r_jobs'),
    employees: {
      listing: {
        leavesOut: ['employees that are not published, without a member who may see them'],
        paging: 'position',
        page: `${reference}/employees`,
      },
      ceilings: { unknown: 'The largest page is not told.' },
      ...scoped('r_employees', 'w_employees'),
    },
    departments: whole('departments'),
    stages: whole('stages'),
    time_off_categories: whole('timeoff-categories'),
    subscriptions: whole('subscriptions'),
  },
};
