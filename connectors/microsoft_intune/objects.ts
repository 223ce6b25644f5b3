import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** The server chooses the size of pages, and links the next one. @see https://learn.microsoft.com/en-us/graph/paging */
const paged = odata({ sizeParameter: '$top', pageSize: 100 });

const { listOf, objectOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
});

const devices = '/deviceManagement/managedDevices';
const device = (action: string): `POST ${string}` => `POST ${devices}/{id}/microsoft.graph.${action}`;

export const objects: Readonly<Record<string, HttpObject>> = {
  managed_devices: listOf(
    {
      title: 'Managed devices',
      path: devices,
      docs: 'intune-devices-manageddevice-list',
      schema: schemas.ManagedDevice,
      ...paged,
      find: true,
    },
    writesAt({ path: devices, only: ['update', 'delete'] }),
  ),
  device_retirements: objectOf(
    { title: 'Company data of managed devices', docs: 'intune-devices-manageddevice-retire', schema: schemas.DeviceId },
    // Takes company data and management off a device, and leaves what is the user's.
    { delete: idempotent(device('retire'), { body: 'none' }) },
  ),
  device_syncs: objectOf(
    {
      title: 'Check-ins of managed devices',
      docs: 'intune-devices-manageddevice-syncdevice',
      schema: schemas.DeviceId,
    },
    { update: idempotent(device('syncDevice'), { body: 'none', schema: schemas.DeviceId }) },
  ),
  device_locks: objectOf(
    { title: 'Locks of managed devices', docs: 'intune-devices-manageddevice-remotelock', schema: schemas.DeviceId },
    { update: idempotent(device('remoteLock'), { body: 'none', schema: schemas.DeviceId }) },
  ),
  detected_apps: listOf({
    title: 'Detected apps',
    path: '/deviceManagement/detectedApps',
    docs: 'intune-devices-detectedapp-list',
    schema: schemas.DetectedApp,
    ...paged,
    find: true,
  }),
  compliance_policies: listOf(
    {
      title: 'Device compliance policies',
      path: '/deviceManagement/deviceCompliancePolicies',
      docs: 'intune-deviceconfig-devicecompliancepolicy-list',
      schema: schemas.Policy,
      ...paged,
      find: true,
    },
    writesAt({ path: '/deviceManagement/deviceCompliancePolicies', only: ['update', 'delete'] }),
  ),
  device_configurations: listOf(
    {
      title: 'Device configurations',
      path: '/deviceManagement/deviceConfigurations',
      docs: 'intune-deviceconfig-deviceconfiguration-list',
      schema: schemas.Policy,
      ...paged,
      find: true,
    },
    writesAt({ path: '/deviceManagement/deviceConfigurations', only: ['update', 'delete'] }),
  ),
  audit_events: listOf({
    title: 'Audit events',
    path: '/deviceManagement/auditEvents',
    docs: 'intune-auditing-auditevent-list',
    schema: schemas.AuditEvent,
    ...paged,
    incremental: { kind: 'server_filter', parameter: '$filter', template: 'activityDateTime ge {$since}' },
  }),
};
