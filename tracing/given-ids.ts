import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';

/**
 * Random ids, but for spans that are named by a UUID: its 16 bytes are the id of the trace, should the span begin one,
 * and its last 8 those of the span. These are random in all but two bits.
 *
 * The SDK asks for ids while a span is started, without saying for which, so they are laid out for that moment.
 */
export class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: string | undefined;

  /** Starts a span, synchronously, whose ids are those of a UUID. */
  give<T>(uuid: string, start: () => T): T {
    this.#given = uuid.replaceAll('-', '');
    try {
      return start();
    } finally {
      this.#given = undefined;
    }
  }

  generateTraceId = (): string => this.#given ?? this.#random.generateTraceId();

  generateSpanId = (): string => this.#given?.slice(16) ?? this.#random.generateSpanId();
}
