import type { WriteOperation } from '../../core/records.ts';
import type { HttpObject } from './object-types.ts';
import type { HttpWrite, RequestTemplate } from './http/operations.ts';
import { listHoles, parseTemplate } from './template.ts';

/** A write of an object, and whether its integration names match fields. */
export interface NamedWrite {
  kind: WriteOperation;
  write: HttpWrite;
  hasMatch: boolean;
}

/**
 * Paths of the fields without which a write's requests cannot be made: those that its addresses are filled with, and
 * those that its record is looked up by.
 *
 * What is removed is addressed by what is known of it, so a deletion needs nothing of a mapping.
 */
export function listNeeds({ kind, write, hasMatch }: NamedWrite): string[] {
  if (kind === 'delete') return [];
  const { request, update, idempotency } = write;
  const sent = kind === 'update' ? [update ?? request] : kind === 'upsert' && update ? [request, update] : [request];
  const isSearched = idempotency.kind === 'find' && (hasMatch || kind !== 'create');
  const holes = [
    ...sent.flatMap((one) => [...holesOfAddress(one), ...holesWithinTexts(one)]),
    ...(isSearched ? [...holesOfAddress(idempotency.request), ...holesOfBody(idempotency.request)] : []),
  ];
  return [...new Set(holes)];
}

/**
 * Paths of the fields that say which record a write is of; `undefined` where only match fields can.
 *
 * They are the object's key where the write's requests hold it, else what its address is made of: many systems list
 * records by one id and address them by another.
 */
export function findWriteKey({ key }: HttpObject, { write }: NamedWrite): readonly string[] | undefined {
  const { request, idempotency } = write;
  if (idempotency.kind === 'find') return undefined;
  const address = holesOfAddress(request);
  const all = new Set([...address, ...holesOfBody(request)]);
  if (key !== undefined && key.length > 0 && key.every((path) => all.has(path))) return key;
  return idempotency.kind === 'put_by_key' && address.length > 0 ? address : undefined;
}

function holesOfAddress({ path, query }: RequestTemplate): string[] {
  return holesOf([path, ...Object.values(query)]);
}

function holesOfBody({ bodyFields = {}, xml = '' }: RequestTemplate): string[] {
  return holesOf([...Object.values(bodyFields), xml]);
}

/** Of a body, the texts that are put together: without a value, there would be a gap in them. */
function holesWithinTexts({ bodyFields = {} }: RequestTemplate): string[] {
  return holesOf(Object.values(bodyFields).filter((text) => parseTemplate(text).parts.length > 1));
}

/** Names of a record's fields in templates. */
function holesOf(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => listHoles(parseTemplate(text)));
  return [...new Set(names)].filter((name) => !/^(?:\$|config\.|auth\.)/.test(name));
}
