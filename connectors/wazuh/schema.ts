import { z } from 'zod';

/** Records of the Wazuh manager's API: the fields that integrations use. @see https://documentation.wazuh.com/current/user-manual/api/reference.html */

const id = z.int().meta({ title: 'Id' });
const name = z.string().meta({ title: 'Name' });
const text = z.string().nullish();
const ids = z.array(z.int()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const Agent = z.looseObject({
  id: z.string().meta({ title: 'Id, such as 001' }),
  name: text,
  status: text.meta({ title: 'active, pending, never_connected or disconnected' }),
  ip: text,
  registerIP: text,
  version: text,
  group: z.array(z.string()).nullish(),
  os: open,
  dateAdd: instant,
  lastKeepAlive: instant,
});

/** What an agent is deleted by. */
export const AgentId = z.looseObject({
  id: z.string().regex(/^\d{3,}$/, 'Must be the id of an agent, digits only: 001.'),
});

export const Group = z.looseObject({
  name,
  count: z.int().nullish().meta({ title: 'Number of agents' }),
  configSum: text,
  mergedSum: text,
});

export const NewGroup = z.looseObject({ name });

export const ClusterNode = z.looseObject({
  name,
  type: text.meta({ title: 'master or worker' }),
  version: text,
  ip: text,
});

export const User = z.looseObject({
  id,
  username: text,
  allow_run_as: z.boolean().nullish(),
  roles: ids,
});

/** @see https://documentation.wazuh.com/current/user-manual/api/reference.html#tag/Security/operation/api.controllers.security_controller.update_user */
export const UserUpdate = z.looseObject({ id, password: z.string().meta({ title: 'Password', secret: true }) });

export const Role = z.looseObject({ id, name: text });

export const Policy = z.looseObject({ id, name: text, policy: open });

export const SecurityRule = z.looseObject({ id, name: text, rule: open });
