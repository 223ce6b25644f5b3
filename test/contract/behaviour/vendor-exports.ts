import type { HttpJob } from '../../../connectors/kit/http/operations.ts';
import { type JobStep, jobSteps } from '../../../tools/contract/operation-uses.ts';
import { fitsPath } from '../../../tools/contract/match-path.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { placeAt } from '../encode-document.ts';
import type { Handler } from './mock-vendor.ts';

type Pages = readonly (readonly JsonObject[])[];

/**
 * Plays an export around its pages: it is asked for, told of as a status says, and given back.
 *
 * @param answer Plays pages. An export in parts has one of them in each, and they are asked for in order.
 * @param status Absent: the export is ready.
 */
export function serveExport(
  job: HttpJob,
  pages: Pages,
  answer: (pages: Pages) => Handler,
  status: string = job.done[0] ?? '',
): Handler {
  const parts: Pages[] = job.chunksPath === undefined ? [] : pages.map((page) => [page]);
  const rest = answer(pages);
  return (request) => {
    switch (findStep(job, request)) {
      case 'create':
        return { body: JSON.stringify(placeAt({}, job.idPath, 'export-1')) };
      case 'status': {
        const document = placeAt({}, job.statusPath, status);
        const chunks = parts.map((_, index) => index + 1);
        return {
          body: JSON.stringify(job.chunksPath === undefined ? document : placeAt(document, job.chunksPath, chunks)),
        };
      }
      case 'abort':
      case 'remove':
        return { status: 204 };
      case undefined: {
        const part = parts.shift();
        return part === undefined ? rest(request) : answer(part)(request);
      }
    }
  };
}

/** Which of the requests around an export arrived, if any. */
function findStep(job: HttpJob, { method, url }: JudgedRequest): JobStep | undefined {
  return jobSteps.find((step) => method === job[step]?.method && fitsPath(job[step].path, url.pathname));
}
