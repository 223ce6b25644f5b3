/** How far into nested objects, and how many fields of an object are listed. */
export const fieldDepthMax = 3;
export const fieldsMax = 500;

const bareName = /^[^.[\]"\p{Cc}\s](?:[^.[\]"\p{Cc}]*[^.[\]"\p{Cc}\s])?$/u;

/** The path of a member, as mappings write it: `profile.login`, `["odd.name"]`. */
export function joinPath(prefix: string, name: string): string {
  if (!bareName.test(name)) return `${prefix}[${JSON.stringify(name)}]`;
  return prefix === '' ? name : `${prefix}.${name}`;
}
