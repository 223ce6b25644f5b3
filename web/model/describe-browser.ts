/** Later ones name the earlier ones too, so the order counts. @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Windows`. What a browser says of itself is a hint for its owner, and nothing is decided by it. */
export function describeBrowser(userAgent: string | undefined): string {
  if (userAgent === undefined) return 'An unnamed browser';
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return system === undefined ? 'Another program' : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
