/** What the id of the organization itself is called: `${organization:id}`. */
export const ownId = { kind: 'organization', name: 'id' } as const;

/** True for what the hub would take for an id. */
export function isId(text: string): boolean {
  return /^[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);
}
