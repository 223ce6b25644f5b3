import type { JsonObject } from '../core/json.ts';
import type { ApiDescription, OperationFacts } from './description.ts';
import { successSchema } from './find-records.ts';
import { readShape } from './read-shape.ts';

/** Members of a list's `paginate`, as a definition has them. */
export type Paging = Readonly<Record<string, string | number | boolean>> & { kind: string };

const sizes = /^(?:per_page|page_?size|limit|max_?results|page\[(?:size|limit)\]|count|top|\$top|size|maxitems|max)$/i;
const cursors =
  /^(?:cursor|page_?token|next_?(?:token|cursor|page)|starting_after|after|page\[(?:after|cursor)\]|continuation_?token|marker|start_?after|scroll_?id|offset_?token|next)$/i;
const pages = /^(?:page|page_?(?:number|no|index)|page\[number\]|current_?page)$/i;
const offsets = /^(?:offset|skip|\$skip|start|start_?(?:index|at)|page\[offset\]|from|first)$/i;
const nextUrls = /^(?:next|next_?(?:url|link|page(?:_?url)?)|@odata\.nextlink)$/i;
const nextCursors =
  /(?:^|_|\.)(?:next_?(?:cursor|token|page_?token|page)|cursor|end_?cursor|after|continuation_?token|scroll_?id|starting_after)$/i;
const sizeMax = 1000;

/** How a list is cut into pages, as far as its parameters and its answer tell; `none` where they do not. */
export function guessPaging(facts: OperationFacts, resolver: Pick<ApiDescription, 'resolve'>): Paging {
  const parameters = facts.parameters.filter((parameter) => parameter.in === 'query');
  const findName = (pattern: RegExp): string | undefined => parameters.find(({ name }) => pattern.test(name))?.name;
  const answer = listMembers(successSchema(facts), resolver);
  const sizeName = findName(sizes);
  const size = parameters.find(({ name }) => name === sizeName)?.schema;
  const sized =
    sizeName === undefined
      ? {}
      : { sizeParameter: sizeName, pageSize: Math.min(toNumber(size?.['maximum']) ?? 100, sizeMax) };
  const hasMore = answer.find((path) => /(?:^|\.)has_?more$/i.test(path));
  const isLast = findFlag(successSchema(facts), /^(?:is_?)?last(?:_?page)?$/i, resolver);
  const ends = {
    ...(hasMore === undefined ? {} : { hasMorePath: hasMore }),
    ...(isLast === undefined ? {} : { endPath: isLast }),
  };
  const url = answer.find((path) => nextUrls.test(lastOf(path)) && isLink(path));
  const cursorName = findName(cursors);
  const cursorPath = answer.find((path) => nextCursors.test(path));
  if (cursorName !== undefined && cursorPath !== undefined)
    return { kind: 'cursor', parameter: cursorName, path: cursorPath, ...ends, ...sized };
  // An answer that is the list itself has no place for a cursor but its head.
  const isPlain = cursorName !== undefined && readShape(successSchema(facts), resolver).type === 'array';
  if (isPlain || listHeaders(facts).includes('link')) return { kind: 'link_header', ...sized };
  if (url !== undefined) return { kind: 'next_url', path: url, ...sized };
  const pageName = findName(pages);
  if (pageName !== undefined) {
    const total = answer.find(
      (path) => path !== isLast && /(?:^|[._])(?:total_?pages|page_?count|last_?page)$/i.test(path),
    );
    const number = parameters.find(({ name }) => name === pageName)?.schema;
    return {
      kind: 'page',
      parameter: pageName,
      ...(number?.['minimum'] === 0 || number?.['default'] === 0 ? { first: 0 } : {}),
      ...(total === undefined ? {} : { totalPagesPath: total }),
      ...ends,
      ...sized,
    };
  }
  const offsetName = findName(offsets);
  if (offsetName !== undefined && sizeName !== undefined) {
    const total = answer.find((path) =>
      /(?:^|[._])(?:total(?:_?(?:count|results|items|records|entries|size))?)$/i.test(path),
    );
    return {
      kind: 'offset',
      parameter: offsetName,
      ...(total === undefined ? {} : { totalPath: total }),
      ...ends,
      ...sized,
    };
  }
  return { kind: 'none' };
}

/** Paths of the answer's members, and of theirs; lists are not entered. */
function listMembers(schema: JsonObject | undefined, resolver: Pick<ApiDescription, 'resolve'>): string[] {
  const { members } = readShape(schema, resolver);
  return Object.entries(members).flatMap(([name, member]) => {
    const inner = readShape(member, resolver);
    return inner.type === 'object' ? [name, ...Object.keys(inner.members).map((below) => `${name}.${below}`)] : [name];
  });
}

/** A truth value of the answer, by its name. */
function findFlag(
  schema: JsonObject | undefined,
  pattern: RegExp,
  resolver: Pick<ApiDescription, 'resolve'>,
): string | undefined {
  const { members } = readShape(schema, resolver);
  return Object.keys(members).find(
    (name) => pattern.test(name) && readShape(members[name], resolver).type === 'boolean',
  );
}

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** A member `next` is an address where it stands among links, or says so; else it may be a cursor. */
function isLink(path: string): boolean {
  return /link|url|paging/i.test(path) || path.toLowerCase() === 'next';
}

function listHeaders({ responses }: OperationFacts): string[] {
  return Object.values(responses).flatMap(({ headers }) => headers);
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
