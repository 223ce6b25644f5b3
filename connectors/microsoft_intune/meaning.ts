import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const permitted = (page: string, read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: `${graph}/api/${page}` },
});

const devices = 'DeviceManagementManagedDevices';
const configuration = 'DeviceManagementConfiguration';

const privileged = (page: string): Pick<ObjectMeaning, 'ceilings' | 'scopes'> => ({
  ceilings: { none: 'They are not listed.', page: `${graph}/api/${page}` },
  scopes: { write: [`${devices}.PrivilegedOperations.All`], page: `${graph}/api/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read in full.', page: `${graph}/api/resources/intune-graph-overview` },
    listing: { leavesOut: [], paging: 'cursor', page: `${graph}/paging` },
    deletes: {
      seen: 'absence',
      how: 'Deleted records are no longer listed.',
      page: `${graph}/api/resources/intune-graph-overview`,
    },
    identity: { none: 'Ids are given by Intune.', page: `${graph}/api/resources/intune-devices-manageddevice` },
    filter: { none: 'Only an instant is filtered by.', page: `${graph}/filter-query-parameter` },
    lag: { none: 'Its writes look nothing up.', page: `${graph}/api/resources/intune-graph-overview` },
    ceilings: pageSizeNotIn(
      `${graph}/api/intune-devices-manageddevice-list`,
      `${graph}/api/intune-devices-detectedapp-list`,
      `${graph}/api/intune-deviceconfig-devicecompliancepolicy-list`,
      `${graph}/api/intune-deviceconfig-deviceconfiguration-list`,
      `${graph}/api/intune-auditing-auditevent-list`,
    ),
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        { status: 403, body: { error: { code: 'Forbidden' } }, kind: 'permission' },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: {
      none: 'Errors have a status of their own; a batch of requests is not used.',
      page: `${graph}/errors`,
    },
  },
  objects: {
    managed_devices: permitted(
      'intune-devices-manageddevice-update',
      `${devices}.Read.All`,
      `${devices}.ReadWrite.All`,
    ),
    device_retirements: privileged('intune-devices-manageddevice-retire'),
    device_syncs: privileged('intune-devices-manageddevice-syncdevice'),
    device_locks: privileged('intune-devices-manageddevice-remotelock'),
    detected_apps: permitted('intune-devices-detectedapp-list', `${devices}.Read.All`),
    compliance_policies: permitted(
      'intune-deviceconfig-devicecompliancepolicy-update',
      `${configuration}.Read.All`,
      `${configuration}.ReadWrite.All`,
    ),
    device_configurations: permitted(
      'intune-deviceconfig-deviceconfiguration-update',
      `${configuration}.Read.All`,
      `${configuration}.ReadWrite.All`,
    ),
    audit_events: {
      changed: {
        field: 'activityDateTime',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events do not change.',
        page: `${graph}/api/resources/intune-auditing-auditevent`,
      },
      ...permitted('intune-auditing-auditevent-list', 'DeviceManagementApps.Read.All'),
    },
  },
};
