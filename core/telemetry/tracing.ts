/**
 * What the rooms know of tracing: where a span begins, what it says, what became of it.
 *
 * Names and attributes are those of OpenTelemetry's semantic conventions, and `hub.*` where these have none. No value of
 * a record, a request or a credential stands in them.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/
 * @see docs/adr/0035-traces-by-the-ids-of-runs.md
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSettings {
  /** Default: `internal`. */
  kind?: 'internal' | 'server' | 'client';
  attributes?: SpanAttributes;
  /**
   * The span that this one belongs under, as a W3C `traceparent`; anything else counts as none. Absent: the one at work.
   *
   * @see https://www.w3.org/TR/trace-context-2/#traceparent-header
   */
  parent?: string | undefined;
}

export interface Span {
  /** Names this span for work that continues elsewhere. `undefined` where nothing is traced. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. The first code stays. @param code Of a catalogue, never a sentence. */
  fail(code: string): void;
}

/** A span that lasts longer than the activity, or the process, that knows of it. */
export interface LongSpan extends Span {
  /** Runs work inside the span. */
  inside<T>(work: () => T): T;
  /** Records it. A span that is not ended here is not recorded here. */
  end(): void;
}

export interface Tracer {
  /** Whether anything is traced. Ask before looking something up only for a span. */
  readonly enabled: boolean;
  /** Runs work inside a span that ends with it; what the work throws fails the span. */
  run<T>(name: string, settings: SpanSettings, work: (span: Span) => Promise<T>): Promise<T>;
  /**
   * Opens a span that others may open as well: the same id gives the same span. Where it has no parent, the id is the
   * trace's, too.
   *
   * @param settings.id A UUID, version 7 or 4.
   * @param settings.startedAt Milliseconds since the epoch.
   */
  open(name: string, settings: SpanSettings & { id: string; startedAt: number }): LongSpan;
  /** The span at work, as a `traceparent`; `undefined` where there is none. */
  current(): string | undefined;
  /** The same tracer, whose spans all have these attributes. */
  with(attributes: SpanAttributes): Tracer;
}

const noSpan: LongSpan = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  inside: (work) => work(),
  end: () => undefined,
};

/** Traces nothing. */
export const noTracer: Tracer = {
  enabled: false,
  run: (_, _settings, work) => work(noSpan),
  open: () => noSpan,
  current: () => undefined,
  with: () => noTracer,
};
