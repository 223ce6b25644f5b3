import type { HttpObject } from '../../../connectors/kit/object-types.ts';
import type { HttpPages } from '../../../connectors/kit/http/operations.ts';
import { createHostCheck } from '../../../connectors/drivers/http/base-url.ts';
import { toPlainText } from '../../../connectors/kit/type-guards.ts';
import type { JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { ContractOperation } from '../../../tools/contract/contract.ts';
import { sampleBaseUrl } from '../../../tools/contract/operation-uses.ts';
import type { Handler } from './mock-vendor.ts';
import { sampleId } from '../plan-samples.ts';
import { placeParts, sampleElements, sampleSuccess, toRecordsOf } from './sample-vendor.ts';
import { type Behaviour, differs, findFault, isFor, readObject, type Stage } from './stage.ts';
import { serveExport } from './vendor-exports.ts';
import { listCredentialNames } from './vendor-sign-in.ts';
import { isOpening, mockPageName, servePages, type VendorPages } from './vendor-pages.ts';

/** A list on the stage. */
export interface ReadStage extends Stage {
  name: string;
  object: HttpObject;
  read: HttpPages;
  /** Descriptions of the requests around an export, and of the one that opens pages. */
  steps: readonly ContractOperation[];
}

const foreignOrigin = 'https://elsewhere.vendor.example';

/** What every list in pages must do. */
export const readBehaviours: Readonly<Record<string, Behaviour<ReadStage>>> = {
  'reads three pages, each record once, with requests that the description allows': async (stage) => {
    const { paginate, job } = stage.read;
    const isWhole = paginate.kind === 'none' && job?.chunksPath === undefined;
    const pages = samplePages(stage, isWhole ? 1 : 3);
    const { records, error } = await readObject(stage, stage.name, serve(stage, { pages }));
    const keys = (list: readonly JsonObject[]): unknown[] => list.map((record) => keyOf(stage, record));
    return (
      error?.message ??
      differs(keys(toRecords(stage, pages.flat())), keys(records), 'keys of records') ??
      checkSent(stage)
    );
  },

  'reads an empty page to the end': async (stage) => {
    const { records, error } = await readObject(stage, stage.name, serve(stage, { pages: [[]] }));
    return error?.message ?? differs([], records, 'records');
  },

  'ends when it is led in a circle': async (stage) => {
    if (stage.read.paginate.kind === 'none') return undefined;
    const pages = samplePages(stage, 3);
    const { error } = await readObject(stage, stage.name, serve(stage, { pages, isCircular: true }));
    return error === undefined ? 'It read on without an error.' : undefined;
  },

  'follows no page to another host': async (stage) => {
    const { kind } = stage.read.paginate;
    if (kind !== 'next_url' && kind !== 'link_header') return undefined;
    const pages = samplePages(stage, 2);
    const { error } = await readObject(stage, stage.name, serve(stage, { pages, nextOrigin: foreignOrigin }));
    const isAsked = stage.vendor.requests.some(({ url }) => url.origin === foreignOrigin);
    return isAsked ? 'It asked the other host.' : differs('config', error?.kind, 'kind of error');
  },
};

/** Records of a page, unless it has fewer. */
export const recordsPerPage = 2;

export function samplePages(stage: ReadStage, count: number): JsonObject[][] {
  const size = recordsPerPage;
  const records = sampleElements(stage.object, stage.read, stage.described, count * size);
  return Array.from({ length: count }, (_, index) => records.slice(index * size, (index + 1) * size));
}

/** Plays the vendor that has these pages. */
export function serve(stage: ReadStage, vendor: Pick<VendorPages, 'pages' | 'isCircular' | 'nextOrigin'>): Handler {
  const { connector, read, described } = stage;
  const document = placeParts(sampleSuccess(connector, described), read, described);
  const answer = (pages: VendorPages['pages']): Handler => servePages({ read, document, ...vendor, pages });
  return read.job === undefined ? answer(vendor.pages) : serveExport(read.job, vendor.pages, answer);
}

/** What the definition makes of the elements of an answer. */
export function toRecords({ read }: ReadStage, elements: readonly JsonObject[]): JsonObject[] {
  const copied = Object.fromEntries(Object.keys(read.parents?.copy ?? {}).map((name) => [name, sampleId]));
  return toRecordsOf(read, elements).map((record) => ({ ...record, ...copied }));
}

function keyOf({ object }: ReadStage, record: JsonObject): unknown[] {
  // Formats without types give texts.
  return (object.key ?? ['id']).map((path) => toPlainText(compileReader(path)(record)));
}

/** Looks at every request that arrived: its host, its credentials, and the description's word on it. */
function checkSent(stage: ReadStage): string | undefined {
  const { connector, vendor, described, signIn } = stage;
  const isOwn = createHostCheck(connector.http, sampleBaseUrl(connector));
  const names = [...listCredentialNames(connector.auth), mockPageName];
  for (const request of vendor.requests) {
    if (!isOwn(request.url)) return `It asked ${request.url.host}.`;
    if (!signIn.isSignedBy(request)) return 'It sent no credentials.';
    // That call is a use of its own.
    if (isOpening(stage.read, request)) continue;
    const operation = stage.steps.find((step) => isFor(step, request)) ?? described?.operation;
    const fault = operation && findFault(stage, operation, request, names);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
