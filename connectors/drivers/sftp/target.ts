import type { JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type {
  Effect,
  EffectResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../core/records.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import { parseTemplate, type Template } from '../../kit/template.ts';
import { writeEach, type WriteStep } from '../shared/write-each.ts';
import { windowClosed, WriteWindow } from '../shared/write-window.ts';
import { toServerName } from './connection.ts';
import type { SftpContext } from './context.ts';
import { putFile, removeFile } from './files.ts';
import type { FileWrite } from '../../kit/sftp/operations.ts';
import { operationTimeoutMs, writeTimeoutMs } from '../../kit/sftp/settings.ts';

/** Maximum concurrent files of one batch. */
const concurrency = 8;

/** Writes each record as a JSON file, atomically. */
export class FilesTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = operationTimeoutMs;
  readonly writeTimeoutMs = writeTimeoutMs;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax = 100;
  readonly #context: SftpContext;
  readonly #operation: string;
  readonly #path: Template;

  constructor(context: SftpContext, operation: string, write: FileWrite) {
    const { settings } = context;
    this.#context = context;
    this.#operation = operation;
    this.#path = parseTemplate(write.path);
    this.idempotency = write.promise.idempotency;
    this.system = `${settings.connectorId}:${toServerName(settings)}`;
    this.fingerprint = `${this.system} ${write.path}`;
  }

  write(effects: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    const window = new WriteWindow(this.#context.clock, this, lease);
    return writeEach(effects, {
      concurrency,
      writeOne: (effect) => this.#writeOne(effect, window),
      toError: (fault) => this.#context.toError(this.#operation, fault),
    });
  }

  async #writeOne({ body, effectId, operation }: Effect, window: WriteWindow): Promise<WriteStep> {
    const path = fillPath(this.#path, body);
    if (typeof path !== 'string') return { result: path };
    await this.#context.acquirePermit();
    const timeoutMs = window.leftMs;
    if (timeoutMs === 0) return { result: { outcome: 'not_sent' }, fault: windowClosed };
    const content = Buffer.from(`${JSON.stringify(body)}\n`);
    const outcome = await this.#context.connection.run(
      (sftp) => (operation === 'delete' ? removeFile(sftp, path) : putFile(sftp, path, content, toMark(effectId))),
      { timeoutMs },
    );
    if (outcome.ok) return { result: { outcome: operation === 'delete' ? 'deleted' : 'written' } };
    return { result: { outcome: outcome.sent ? 'in_doubt' : 'not_sent' }, fault: outcome.fault };
  }
}

/** Names the half-written file: the same for every attempt of one write. */
function toMark(effectId: string): string {
  return effectId.replace(/[^A-Za-z0-9-]/g, '-');
}

/** The path of a record's file. A value that would lead to another folder is refused. */
function fillPath(template: Template, body: JsonObject): string | EffectResult {
  let path = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      path += part;
      continue;
    }
    const value = toPlainText(compileReader(part.name)(body));
    if (value === '' || /[/\\\0]/.test(value) || value.startsWith('.')) return rejectName(part.name);
    path += value;
  }
  return path;
}

function rejectName(field: string): EffectResult {
  const message = 'The field is part of a file name: it must have a value, without slashes and without a leading dot.';
  return { outcome: 'rejected', code: 'validation', message, field };
}
