/**
 * Pages around which there is no session: who follows an invitation or chooses a new password by a link is not signed in yet, or as
 * somebody else; who connects a system of theirs by a link is no member; the operator of the hub comes with a key.
 */
export const openPaths: readonly string[] = ['/welcome', '/reset', '/connect', '/connected', '/operator'];
