import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

/** The descriptions that Jamf Pro 11.30.1 gives of its two APIs. The pages of the reference are made from them. */
const descriptions =
  'https://github.com/deploymenttheory/go-sdk-jamfpro-v2/blob/main/openapi-specs/11.30.1-t1784555528405';
const api = `${descriptions}/api-schema.json`;
const classic = `${descriptions}/swagger.yaml`;

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page },
  ceilings: { none: 'The list comes as a whole.', page },
});

const ofClassic: Partial<ObjectMeaning> = {
  ...whole(classic),
  // They stand in the page on privileges of the classic API, which could not be read.
  scopes: { unknown: 'Which privileges an endpoint of the classic API needs is not in its description.' },
};

const setting = (what: string, ...also: string[]): Partial<ObjectMeaning> => ({
  identity: caseNotIn('name', { unique: true }, api),
  lag: lagNotIn(api),
  scopes: { read: [`Read ${what}`, ...also], write: [`Create ${what}`, `Update ${what}`, `Delete ${what}`], page: api },
});

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'Its list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Jamf Pro.', page: api },
    filter: { none: 'No value of a record stands in a filter.', page: api },
    lag: { none: 'Writes look nothing up.', page: api },
    ceilings: pageSizeNotIn(api),
    login: {
      answers: [
        {
          status: 401,
          body: {
            httpStatus: 401,
            errors: [{ code: 'INVALID_TOKEN', description: 'Unauthorized', id: '0', field: null }],
          },
          kind: 'auth_invalid',
        },
        { status: 403, body: { httpStatus: 403, errors: [] }, kind: 'permission' },
      ],
      page: 'https://github.com/elastic/beats/blob/main/x-pack/filebeat/input/entityanalytics/provider/jamf/internal/jamf/jamf_test.go',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { read: ['Read'], write: ['Update'], page: api },
  },
  objects: {
    computers: {
      changed: {
        notDocumented: {
          pages: [api],
          careful: {
            field: 'general.reportDate',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 299_000 },
            misses: 'Changes that are made in Jamf Pro: user, location, purchasing, site.',
          },
        },
      },
      scopes: {
        read: ['Read Computers'],
        write: ['Update Computers', 'Delete Computers'],
        page: api,
      },
    },
    mobile_devices: {
      changed: {
        notDocumented: {
          pages: [api],
          careful: {
            field: 'general.lastInventoryUpdateDate',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 299_000 },
            misses: 'Changes that are made in Jamf Pro: user, location, purchasing, site.',
          },
        },
      },
      scopes: {
        read: ['Read Mobile Devices'],
        write: ['Update Mobile Devices'],
        page: api,
      },
    },
    users: ofClassic,
    user_groups: ofClassic,
    computer_groups: {
      ...whole(api),
      scopes: { read: ['Read Smart Computer Groups', 'Read Static Computer Groups'], page: api },
    },
    mobile_device_groups: {
      ...whole(api),
      scopes: { read: ['Read Smart Mobile Device Groups', 'Read Static Mobile Device Groups'], page: api },
    },
    policies: ofClassic,
    departments: setting('Departments'),
    buildings: setting('Buildings'),
    categories: setting('Categories', 'Read Self Service'),
    scripts: {
      scopes: {
        read: ['Read Scripts'],
        write: ['Create Scripts', 'Update Scripts', 'Delete Scripts'],
        page: api,
      },
    },
    sites: { ...whole(api), scopes: { read: ['Read Sites'], page: api } },
  },
};
