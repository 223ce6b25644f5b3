import { canonicalJson, type Json } from '../../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../../core/records.ts';
import type { HttpFile } from '../../../kit/http/operations.ts';
import { planFixed } from '../exchange/plan.ts';
import { createCallNamer } from '../call.ts';
import type { HttpContext } from '../context.ts';
import type { OpenFile } from '../../shared/files/file.ts';
import { KeptFile } from '../../shared/files/kept-file.ts';
import { openFile } from './open-file.ts';

/** Reads one file in pages. The file stays open between pages, so that a run reads it once. */
export function createFileSource(context: HttpContext, read: HttpFile): RecordSource {
  const calls = createCallNamer(context.connectorId, 'list');
  const kept = new KeptFile();
  return {
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      const planned = planFixed(read.request, context.scope);
      if (!planned.ok) throw calls.toError({ ...planned.fault, kind: 'config' }, undefined);
      const open = (): Promise<OpenFile> => openFile(context, planned.plan, read.format, cursor, signal);
      try {
        return await kept.read(canonicalJson(cursor), open, read.pageSize, signal);
      } catch (error) {
        return calls.rethrow(error, planned.plan);
      }
    },
  };
}
