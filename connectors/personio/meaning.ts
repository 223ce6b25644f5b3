import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://developer.personio.de/reference';
const description = 'https://github.com/personio/api-docs';

const hourMs = 3_600_000;

const paged = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'position', page: `${reference}/${page}` },
  // The changelog says it of employees only; 200 is the default.
  ceilings: pageSizeNotIn(`${reference}/${page}`, 'https://developer.personio.de/changelog'),
});

const since = (page: string, granularityMs: number): Fact<Changed> => ({
  field: 'attributes.updated_at',
  askedAs: 'updated_from',
  inclusive: true,
  zone: 'utc',
  granularityMs,
  late: { marginMs: hourMs },
  misses: 'Deletions.',
  page: `${reference}/${page}`,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: reference },
    listing: { leavesOut: [], paging: 'whole', page: reference },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Personio.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: { none: 'The list comes as a whole.', page: reference },
    login: {
      answers: [
        { status: 401, body: { success: false, error: { code: 401, message: 'Unauthorized' } }, kind: 'auth_invalid' },
        { status: 403, body: { success: false, error: { code: 403, message: 'Forbidden' } }, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${reference}/get_company-attendances`,
    },
    errorsInside: { none: 'Answers whose member success is false have the status of an error.', page: description },
    scopes: {
      none: 'Rights and attributes are chosen in the settings of the credentials.',
      page: 'https://developer.personio.de/v1.0/docs/getting-started-with-the-personio-api',
    },
  },
  objects: {
    employees: {
      lag: lagNotIn(`${reference}/get_company-employees`, `${reference}/post_company-employees`),
      ...paged('get_company-employees'),
      ceilings: {
        pageSize: 100,
        page: 'https://developer.personio.de/docs/pagination-adoption-guide-for-v1-get-employees-endpoint',
      },
      changed: {
        notDocumented: {
          pages: [
            `${reference}/get_company-employees`,
            'https://developer.personio.de/changelog',
            'https://developer.personio.de/discuss/65fbee9c865c290048fd570a',
          ],
          careful: {
            field: 'attributes.last_modified_at.value',
            askedAs: 'updated_since',
            // In whose clock the instant is read is not told: it is looked back over any.
            zone: 'account',
            granularityMs: 1000,
            late: { marginMs: hourMs },
            misses: 'Deletions.',
          },
        },
      },
      deletes: {
        seen: 'state',
        how: 'Employees who left have the status inactive; deleted ones are no longer listed.',
        page: `${reference}/get_company-employees`,
      },
      identity: caseNotIn(
        'email',
        { unique: true },
        `${reference}/get_company-employees`,
        `${reference}/post_company-employees`,
      ),
    },
    attendances: { ...paged('get_company-attendances'), changed: since('get_company-attendances', 1000) },
    time_off_types: paged('get_company-time-off-types'),
    time_offs: { ...paged('get_company-time-offs'), changed: since('get_company-time-offs', 1000) },
    absence_periods: { ...paged('get_company-absence-periods'), changed: since('get_company-absence-periods', 1000) },
  },
};
