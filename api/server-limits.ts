/** @see API.md §2 "Limits": Node's own are 300 s, 60 s and 16 KiB. */
export const requestTimeoutMs = 30_000;
export const headersTimeoutMs = 10_000;
export const headerBytesMax = 16 * 1024;
export const urlBytesMax = 8 * 1024;
