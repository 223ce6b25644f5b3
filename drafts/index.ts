/**
 * What a vendor's description of its API (OpenAPI 3, Swagger 2) says of the connector that it could have: lists, their
 * paging, keys, records and writes. Pure, apart from `draft-apart.ts`, which reads what somebody sent in a thread of its own.
 */
export { draftApart, type DraftOutcome } from './draft-apart.ts';
