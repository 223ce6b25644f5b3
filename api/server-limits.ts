/** Node's own are 300 s, 60 s and 16 KiB. @see docs/limits.md */
export const requestTimeoutMs = 30_000;
export const headersTimeoutMs = 10_000;
export const headerBytesMax = 16 * 1024;
export const urlBytesMax = 8 * 1024;
