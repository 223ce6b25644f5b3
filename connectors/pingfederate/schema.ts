import { z } from 'zod';

/** Records of PingFederate's administrative API. @see https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_access_api_interact_documentation.html */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = text.meta({ format: 'date-time' });

export const OauthClient = z.looseObject({
  clientId: id,
  name: text,
  description: text,
  enabled: flag,
  grantTypes: list,
  redirectUris: list,
  logoUrl: text,
  creationDate: instant,
  modificationDate: instant,
  replicationStatus: text,
});

export const Connection = z.looseObject({
  id,
  type: text,
  entityId: text,
  name: text,
  active: flag,
  baseUrl: text,
  defaultVirtualEntityId: text,
  virtualEntityIds: list,
  creationDate: instant,
  modificationDate: instant,
});

/** Instances of plug-ins are alike but for their configuration. */
export const Plugin = z.looseObject({
  id,
  name: text,
  pluginDescriptorRef: open,
  parentRef: open,
  configuration: open,
  lastModified: instant,
});

export const OidcPolicy = z.looseObject({
  id,
  name: text,
  accessTokenManagerRef: open,
  idTokenLifetime: whole,
  includeUserInfoInIdToken: flag,
});

export const Scope = z.looseObject({ name: z.string().meta({ title: 'Name' }), description: text, dynamic: flag });

export const Issuer = z.looseObject({ id, name: text, description: text, host: text, path: text });

export const PolicyContract = z.looseObject({
  id,
  name: text,
  coreAttributes: list,
  extendedAttributes: list,
  lastModified: instant,
});

export const Application = z.looseObject({
  id,
  name: text,
  url: text,
  description: text,
  additionalAllowedOrigins: list,
  clientForRedirectlessModeRef: open,
});

export const DataStore = z.looseObject({ id, type: text, maskAttributeValues: flag, lastModified: instant });

export const Certificate = z.looseObject({
  id,
  serialNumber: text,
  subjectDN: text,
  subjectAlternativeNames: list,
  issuerDN: text,
  validFrom: instant,
  expires: instant,
  keyAlgorithm: text,
  keySize: whole,
  signatureAlgorithm: text,
});

export const Administrator = z.looseObject({
  username: z.string().meta({ title: 'User name' }),
  active: flag,
  description: text,
  auditor: flag,
  phoneNumber: text,
  emailAddress: text,
  department: text,
  roles: list,
});
