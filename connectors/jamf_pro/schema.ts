import { z } from 'zod';

/** Records of Jamf Pro: the fields that integrations use. @see https://developer.jamf.com/jamf-pro/reference */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const flag = z.boolean().nullish();
const amount = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
const id = z.string().optional().meta({ title: 'Id' });
/** The classic API has numbers. */
const number = z.int().optional().meta({ title: 'Id' });

export const Computer = z.looseObject({
  id,
  udid: text,
  general: z
    .looseObject({
      name: text,
      assetTag: text,
      platform: text,
      lastIpAddress: text,
      lastReportedIp: text,
      jamfBinaryVersion: text,
      supervised: flag,
      userApprovedMdm: flag,
      managementId: text,
      reportDate: time,
      lastContactTime: time,
      lastEnrolledDate: time,
      remoteManagement: z.looseObject({ managed: flag }).nullish(),
      site: z.looseObject({ id: text, name: text }).nullish(),
    })
    .nullish(),
  hardware: z
    .looseObject({ make: text, model: text, modelIdentifier: text, serialNumber: text, macAddress: text })
    .nullish(),
  operatingSystem: z.looseObject({ name: text, version: text, build: text, fileVault2Status: text }).nullish(),
  userAndLocation: z
    .looseObject({
      username: text,
      realname: text,
      email: text,
      position: text,
      phone: text,
      departmentId: text,
      buildingId: text,
      room: text,
    })
    .nullish(),
  purchasing: open,
  security: z
    .looseObject({ sipStatus: text, gatekeeperStatus: text, firewallEnabled: flag, activationLockEnabled: flag })
    .nullish(),
});

const location = z
  .looseObject({
    username: text,
    realName: text,
    emailAddress: text,
    position: text,
    phoneNumber: text,
    departmentId: text,
    buildingId: text,
    room: text,
  })
  .nullish();

export const MobileDevice = z.looseObject({
  mobileDeviceId: id,
  deviceType: text.meta({ title: 'iOS, tvOS, watchOS or visionOS' }),
  general: z
    .looseObject({
      udid: text,
      displayName: text,
      assetTag: text,
      siteId: text,
      lastInventoryUpdateDate: time,
      osVersion: text,
      osBuild: text,
      ipAddress: text,
      managed: flag,
      supervised: flag,
      lastEnrolledDate: time,
    })
    .nullish(),
  hardware: z
    .looseObject({ serialNumber: text, wifiMacAddress: text, model: text, modelIdentifier: text, capacityMb: amount })
    .nullish(),
  userAndLocation: location,
});

export const MobileDeviceChange = z.strictObject({
  mobileDeviceId: z.string().min(1).meta({ title: 'Id' }),
  name: z.string().optional(),
  enforceName: z.boolean().optional(),
  assetTag: z.string().optional(),
  siteId: z.string().optional(),
  timeZone: z.string().optional(),
  location: location.unwrap().unwrap().optional(),
});

export const User = z.looseObject({
  id: number,
  name: text.meta({ title: 'User name' }),
  full_name: text,
  email: text,
  email_address: text,
  phone_number: text,
  position: text,
  sites: z.array(z.looseObject({ id: amount, name: text })).nullish(),
  links: open,
});

export const UserGroup = z.looseObject({ id: number, name: text, is_smart: flag });
export const ComputerGroup = z.looseObject({ id, name: text, smartGroup: flag });
export const MobileDeviceGroup = z.looseObject({ id: number, name: text, isSmartGroup: flag });
export const Site = z.looseObject({ id, name: text });

export const Policy = z.looseObject({
  general: z
    .looseObject({
      id: number,
      name: text,
      enabled: flag,
      trigger: text,
      frequency: text,
      category: z.looseObject({ id: amount, name: text }).nullish(),
      site: z.looseObject({ id: amount, name: text }).nullish(),
    })
    .nullish(),
  scope: open,
});

export const Department = z.looseObject({ id, name: text });

export const Building = z.looseObject({
  id,
  name: text,
  streetAddress1: text,
  streetAddress2: text,
  city: text,
  stateProvince: text,
  zipPostalCode: text,
  country: text,
});

export const Category = z.looseObject({ id, name: text, priority: amount });

export const Script = z.looseObject({
  id,
  name: text,
  info: text,
  notes: text,
  priority: text.meta({ title: 'BEFORE, AFTER or AT_REBOOT' }),
  categoryId: text,
  categoryName: text,
  osRequirements: text,
  scriptContents: text,
});
