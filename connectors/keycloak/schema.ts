import { z } from 'zod';

/** Records of the Keycloak Admin REST API: the fields that integrations use. @see https://www.keycloak.org/docs-api/latest/rest-api/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
/** Milliseconds since 1970. */
const epochMs = z.int().nullish();

export const User = z.looseObject({
  id,
  username: text,
  email: text,
  emailVerified: flag,
  firstName: text,
  lastName: text,
  enabled: flag,
  createdTimestamp: epochMs,
  attributes: open.meta({
    title: "Attributes of the realm's user profile: others are ignored unless it allows unmanaged ones",
  }),
  requiredActions: texts,
  federationLink: text,
});

export const Group = z.looseObject({ id, name: text, path: text, attributes: open, subGroups: list });

export const GroupMember = User.extend({ group_id: z.string().meta({ title: 'Id of the group' }) });

export const Role = z.looseObject({
  id,
  name: text,
  description: text,
  composite: flag,
  clientRole: flag,
  containerId: text,
  attributes: open,
});

export const Client = z.looseObject({
  id,
  clientId: text,
  name: text,
  description: text,
  enabled: flag,
  protocol: text,
  publicClient: flag,
  serviceAccountsEnabled: flag,
  rootUrl: text,
  baseUrl: text,
  redirectUris: texts,
  webOrigins: texts,
  attributes: open,
});

export const ClientScope = z.looseObject({ id, name: text, description: text, protocol: text, attributes: open });

export const IdentityProvider = z.looseObject({
  alias: z.string().meta({ title: 'Alias' }),
  internalId: text,
  displayName: text,
  providerId: text,
  enabled: flag,
  trustEmail: flag,
  storeToken: flag,
  config: open,
});
