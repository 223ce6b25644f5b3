import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { judgeAnswer } from '../../connectors/kit/http/error-rules.ts';
import type { HttpIdempotency, HttpPages, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import {
  type Changed,
  type Listing,
  type Meaning,
  type ObjectMeaning,
  readFact,
  readLateMs,
  readOpen,
  readSheet,
  type SampleAnswer,
} from '../../connectors/kit/meaning/meaning.ts';
import { listPossibilities } from '../../connectors/kit/meaning/possibilities.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { parseTemplate } from '../../connectors/kit/template.ts';
import type { Problem } from './problem.ts';

/** L0: does a connector do what its sheets say about its vendor? */
export function checkMeaning(connector: HttpConnector, meaning: Meaning): Problem[] {
  const sheets = [meaning.all, ...Object.values(meaning.objects)];
  const answers = sheets.flatMap(({ login, errorsInside }) => [
    ...(readFact(login)?.answers ?? []),
    ...(readFact(errorsInside)?.answers ?? []),
  ]);
  return [
    ...answers.flatMap((answer) => checkAnswer(connector, answer)).map((detail) => toProblem('connector', detail)),
    ...Object.entries(connector.objects).flatMap(([name, object]) =>
      listContradictions(object, readSheet(meaning, name)).map((detail) => toProblem(name, detail)),
    ),
  ];
}

function toProblem(use: string, detail: string): Problem {
  return { use, rule: 'meaning', detail };
}

function listContradictions(object: HttpObject, sheet: Partial<ObjectMeaning>): string[] {
  const { list } = object.operations;
  const pages = list?.kind === 'pages' ? list : undefined;
  const listing = readFact(sheet.listing);
  const { incremental } = pages ?? {};
  const changes = listPossibilities(sheet, ['changed']).flatMap(({ changed }) => readFact(changed) ?? []);
  return [
    ...(pages === undefined || listing === undefined ? [] : checkListing(pages, listing)),
    ...(incremental === undefined ? [] : changes.flatMap((one) => checkChanges(incremental, one))),
    ...checkCeilings(pages, sheet),
    ...listFinds(object).flatMap((find) => checkFind(find, sheet)),
  ];
}

/** An error that is taken for a result ends a reading early, or counts a write as done. */
function checkAnswer({ errors, limits }: HttpConnector, { status, headers = {}, body, kind }: SampleAnswer): string[] {
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = { status, headers, text, readDocument: () => body };
  const judged = judgeAnswer(errors, limits, answer, 0)?.kind ?? 'a result';
  return judged === kind ? [] : [`An answer of ${kind} is taken for ${judged}: ${status} ${text.slice(0, 120)}`];
}

function checkListing({ paginate, incremental }: HttpPages, listing: Listing): string[] {
  const { leavesOut, changesLeaveOut = leavesOut, paging } = listing;
  const isPositioned = paginate.kind === 'page' || paginate.kind === 'offset' || paginate.kind === 'range_header';
  return [
    ...(incremental !== undefined && leavesOut.toSorted().join() !== changesLeaveOut.toSorted().join()
      ? [
          `All records leave out ${leavesOut.join(', ') || 'none'}, changed ones ${changesLeaveOut.join(', ') || 'none'}.`,
        ]
      : []),
    ...(isPositioned && paging !== 'position' && paging !== 'whole' ? ['Pages are asked for by position.'] : []),
  ];
}

const dayMs = 86_400_000;

function checkChanges(incremental: NonNullable<HttpPages['incremental']>, changed: Changed): string[] {
  if (!('lookbackMs' in incremental)) return [];
  const { lookbackMs, format } = incremental;
  // Clocks of accounts are up to 14 hours off; one that is known is put back by an hour in autumn.
  const hoursOff = incremental.zone === 'opened' ? 1 : 14;
  const least =
    readLateMs(changed) +
    (changed.inclusive ? 0 : changed.granularityMs) +
    (changed.zone === 'account' ? hoursOff * 3_600_000 : 0);
  return [
    ...(lookbackMs < least
      ? [`Changes are asked for again of the last ${lookbackMs} ms, and may be ${least} ms late.`]
      : []),
    ...(format === 'date' && lookbackMs < dayMs && changed.granularityMs < dayMs && changed.zone === 'account'
      ? ['Days of another clock are asked for.']
      : []),
  ];
}

function checkCeilings(pages: HttpPages | undefined, sheet: Partial<ObjectMeaning>): string[] {
  const { pageSize: most } = readFact(sheet.ceilings) ?? {};
  const { paginate } = pages ?? {};
  const size = paginate === undefined || paginate.kind === 'none' ? undefined : paginate.pageSize;
  return most !== undefined && size !== undefined && size > most
    ? [`Pages have ${size} records, of ${most} at most.`]
    : [];
}

type Find = Extract<HttpIdempotency, { kind: 'find' }>;

function listFinds({ operations: { list: _list, find: _find, ...writes } }: HttpObject): Find[] {
  return Object.values(writes).flatMap(({ idempotency }) => (idempotency.kind === 'find' ? [idempotency] : []));
}

function checkFind(find: Find, sheet: Partial<ObjectMeaning>): string[] {
  const { request, paginate, ignoresCase = false, searchLagMs } = find;
  const [known, lag, filter] = [readFact(sheet.identity), readFact(sheet.lag), readFact(sheet.filter)];
  const open = readOpen(sheet.identity)?.careful;
  const identity = known ?? open;
  const other = listLanguages(request).find(
    (language) => language !== 'plain' && filter?.languages.some((one) => one === language) === false,
  );
  return [
    ...(known !== undefined && known.ignoresCase !== ignoresCase
      ? [`${known.field} is compared ${sayComparison(ignoresCase)} regard to case.`]
      : []),
    ...(open !== undefined && ignoresCase !== 'undocumented'
      ? [`Whether case counts in ${open.field} is not documented: its look-up has to compare both ways.`]
      : []),
    ...(identity?.unique === false && paginate === undefined
      ? [`${identity.field} is not unique, and is looked for in one page only.`]
      : []),
    ...(readOpen(sheet.lag) !== undefined && searchLagMs !== 'undocumented'
      ? ['How long a search may miss a write is not documented: it has to be looked up after the longest lag.']
      : []),
    ...(lag !== undefined && searchLagMs !== 'undocumented' && searchLagMs < lag.ms
      ? [`A search may miss a write for ${lag.ms} ms, and ${searchLagMs} are waited.`]
      : []),
    ...(filter !== undefined && other !== undefined
      ? [`A filter of ${filter.languages.join(', ')} has a value of ${other}.`]
      : []),
  ];
}

function sayComparison(ignoresCase: boolean | 'undocumented'): string {
  if (ignoresCase === 'undocumented') return 'both with and without';
  return ignoresCase ? 'without' : 'with';
}

function listLanguages({ query }: RequestTemplate): string[] {
  return Object.values(query).flatMap((text) =>
    parseTemplate(text).parts.flatMap((part) => (typeof part === 'string' ? [] : (part.language ?? []))),
  );
}
