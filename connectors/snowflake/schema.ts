import { z } from 'zod';

/** Records of Snowflake's REST API. @see https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/reference/user */

const name = z.string().meta({ title: 'Name' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const User = z.looseObject({
  name,
  login_name: text,
  display_name: text,
  first_name: text,
  last_name: text,
  email: text,
  disabled: flag,
  type: text.meta({ title: 'PERSON, SERVICE or LEGACY_SERVICE' }),
  default_role: text,
  default_warehouse: text,
  comment: text,
  owner: text,
  created_on: instant,
  last_successful_login: instant,
  expires_at: instant,
});

const securable = z.looseObject({ database: text, schema: text, name: text }).nullish();

export const UserGrant = z.looseObject({
  user_name: z.string().meta({ title: 'User' }),
  securable: z.looseObject({ name }),
  securable_type: text,
  created_on: instant,
  granted_by: text,
});

export const RoleGrant = z.looseObject({
  role_name: z.string().meta({ title: 'Role' }),
  securable,
  securable_type: text,
  privileges: z.array(z.string()).nullish(),
  created_on: instant,
  granted_by: text,
});

export const GrantOf = z.looseObject({
  role: text,
  granted_to: text.meta({ title: 'USER or ROLE' }),
  grantee_name: text,
  granted_by: text,
  created_on: instant,
});

export const Role = z.looseObject({
  name,
  comment: text,
  owner: text,
  created_on: instant,
  assigned_to_users: whole,
  granted_to_roles: whole,
  granted_roles: whole,
});

export const Database = z.looseObject({
  name,
  kind: text,
  comment: text,
  owner: text,
  created_on: instant,
  data_retention_time_in_days: whole,
});

export const Schema = z.looseObject({
  name,
  database_name: text,
  kind: text,
  comment: text,
  owner: text,
  created_on: instant,
  managed_access: flag,
});

export const Warehouse = z.looseObject({
  name,
  warehouse_type: text,
  warehouse_size: text,
  state: text,
  comment: text,
  owner: text,
  auto_suspend: whole,
  created_on: instant,
});
