/** How far into nested objects, and how many fields of an object are listed. */
export const fieldDepthMax = 3;
export const fieldsMax = 500;

const bareName = /^[^.[\]"\p{Cc}\s](?:[^.[\]"\p{Cc}]*[^.[\]"\p{Cc}\s])?$/u;

/** The path of a member, as mappings write it: `profile.login`, `["odd.name"]`. */
export function joinPath(prefix: string, name: string): string {
  if (!bareName.test(name)) return `${prefix}[${JSON.stringify(name)}]`;
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** Names that speak of secrets or of people's numbers, for fields that no connector declares. */
const sensitiveName =
  /pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential|(?:^|_)ssn|social_security|iban|card_?number|(?:^|_)cvv/i;

/** True for a field that is masked although nobody declared it. */
export function isSensitiveName(name: string): boolean {
  return sensitiveName.test(name);
}
