import type {
  Effect,
  EffectResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../core/records.ts';
import { compose } from './compose.ts';
import { type EmailContext, notConfigured } from './context.ts';
import type { MessageSend } from '../../kit/email/operations.ts';
import { deliveryTimeoutMs, sendTimeoutMs, writeTimeoutMs } from '../../kit/email/settings.ts';
import { sendMessage } from './smtp-connection.ts';
import { toRejection, writeEach, type WriteStep } from '../shared/write-each.ts';
import { windowClosed, WriteWindow } from '../shared/write-window.ts';

/** Sends messages, one after the other on one connection. */
export class MessageTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = deliveryTimeoutMs;
  readonly writeTimeoutMs = writeTimeoutMs;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax = 20;
  readonly #context: EmailContext;

  constructor(context: EmailContext, { promise }: MessageSend) {
    const { settings } = context;
    this.#context = context;
    this.idempotency = promise.idempotency;
    this.system = `${settings.connectorId}:${settings.smtp?.host.toLowerCase() ?? ''}:${settings.smtp?.port ?? 0}`;
    this.fingerprint = this.system;
  }

  write(effects: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    // A message that is begun in this window also has time to be answered.
    const beginningMs = writeTimeoutMs - (sendTimeoutMs - deliveryTimeoutMs);
    const times = { writeTimeoutMs: beginningMs, requestTimeoutMs: deliveryTimeoutMs };
    const window = new WriteWindow(this.#context.clock, times, lease);
    return writeEach(effects, {
      concurrency: 1,
      writeOne: (effect) => this.#sendOne(effect, window),
      toError: (fault) => this.#context.toError('create', fault),
    });
  }

  async #sendOne({ body, effectId }: Effect, window: WriteWindow): Promise<WriteStep> {
    const { smtp, settings, acquirePermit } = this.#context;
    if (smtp === undefined) return { result: { outcome: 'not_sent' }, fault: notConfigured('SMTP') };
    const { envelope, messageId, content } = await compose(body, effectId, settings.from);
    await acquirePermit();
    // An interrupted message would leave its outcome unknown.
    if (!window.fits()) return { result: { outcome: 'not_sent' }, fault: windowClosed };
    const outcome = await smtp.connection.run((client) => sendMessage(client, envelope, content), {
      timeoutMs: sendTimeoutMs,
    });
    if (outcome.ok) {
      const [refused] = outcome.value;
      return { result: refused === undefined ? { outcome: 'created', targetId: messageId } : rejectPart };
    }
    if (outcome.fault.kind === 'validation') return { result: toRejection(outcome.fault) };
    return { result: { outcome: outcome.sent ? 'in_doubt' : 'not_sent' }, fault: outcome.fault };
  }
}

/** The message cannot be sent again to only these recipients, so a person must decide. */
const rejectPart: EffectResult = {
  outcome: 'rejected',
  code: 'validation',
  message: 'The message was sent, but the server refused some of its recipients.',
  field: 'to',
};
