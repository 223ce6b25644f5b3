import type { Verification } from './kit/catalogue-entry.ts';

/** What the contract suite found of each connector. Generated: `npm run connectors:matrix -- --write`. */
export const verifications: Readonly<Record<string, Verification>> = {};
