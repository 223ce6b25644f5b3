import type { JsonObject } from '../../core/json.ts';

/**
 * Bits of userAccountControl. @see
 * https://learn.microsoft.com/troubleshoot/windows-server/active-directory/useraccountcontrol-manipulate-account-properties
 */
const disabled = 0x2;
const normalAccount = 0x200;

/** Adds `enabled`, which is a bit of userAccountControl. */
export function decodeAccount(record: JsonObject): JsonObject {
  const control = record['userAccountControl'];
  return typeof control === 'number' ? { ...record, enabled: (control & disabled) === 0 } : record;
}

/**
 * Builds the attributes of an account: `enabled` sets its bit without changing the others, and `password` is set on new
 * accounts only, since the directory cannot say whether it is the same.
 */
export function encodeAccount(body: JsonObject, current: JsonObject | undefined): JsonObject {
  const { enabled, password, ...attributes } = body;
  const encoded: JsonObject = { ...attributes };
  if (typeof enabled === 'boolean') {
    const given = Number(current?.['userAccountControl'] ?? body['userAccountControl'] ?? normalAccount);
    encoded['userAccountControl'] = enabled ? given & ~disabled : given | disabled;
  }
  if (current === undefined && password !== undefined) encoded['unicodePwd'] = password;
  return encoded;
}
