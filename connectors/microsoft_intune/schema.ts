import { z } from 'zod';

/** Records of Intune: the properties that integrations use. @see https://learn.microsoft.com/en-us/graph/api/resources/intune-devices-manageddevice */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });

export const DeviceId = z.strictObject({ id: z.string().meta({ title: 'Id of the device' }) });

export const ManagedDevice = z.looseObject({
  id,
  deviceName: text,
  managedDeviceName: text,
  serialNumber: text,
  manufacturer: text,
  model: text,
  operatingSystem: text,
  osVersion: text,
  complianceState: text.meta({ title: 'compliant, noncompliant, inGracePeriod, conflict, error, …' }),
  managementAgent: text,
  managedDeviceOwnerType: text.meta({ title: 'company, personal or unknown' }),
  deviceRegistrationState: text,
  deviceEnrollmentType: text,
  azureADDeviceId: text,
  azureADRegistered: flag,
  userId: text,
  userPrincipalName: text,
  userDisplayName: text,
  emailAddress: text,
  enrolledDateTime: instant,
  lastSyncDateTime: instant,
  isEncrypted: flag,
  isSupervised: flag,
  jailBroken: text,
  imei: text,
  phoneNumber: text,
  wiFiMacAddress: text,
  totalStorageSpaceInBytes: amount,
  freeStorageSpaceInBytes: amount,
});

export const DetectedApp = z.looseObject({
  id,
  displayName: text,
  version: text,
  publisher: text,
  platform: text,
  deviceCount: amount,
  sizeInByte: amount,
});

export const Policy = z.looseObject({
  id,
  displayName: text,
  description: text,
  version: amount,
  createdDateTime: instant,
  lastModifiedDateTime: instant,
});

export const AuditEvent = z.looseObject({
  id,
  displayName: text,
  activity: text,
  activityType: text,
  activityDateTime: instant,
  activityResult: text,
  activityOperationType: text,
  category: text,
  componentName: text,
  correlationId: text,
  actor: z.looseObject({ userPrincipalName: text, applicationDisplayName: text, ipAddress: text }).nullish(),
});
