/** A session ends when it was not used for so long, and in any case when it is so old. */
export const idleMs = 12 * 60 * 60 * 1000;
export const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** For so long after a person showed who they are, acts that ask for it are let through. */
export const elevatedMs = 10 * 60 * 1000;
