import { createServer, type Server } from 'node:http';
import protobuf from 'protobufjs';
import { z } from 'zod';

/**
 * What of OTLP's messages is looked at.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/v1.9.0/opentelemetry/proto/trace/v1/trace.proto
 */
const messages = protobuf
  .parse(
    `
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; uint32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { string message = 2; uint32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
  }
`,
  )
  .root.lookupType('Request');

const keyValue = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    boolValue: z.boolean().optional(),
    intValue: z.number().optional(),
    doubleValue: z.number().optional(),
  }),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(keyValue) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.number(),
              endTimeUnixNano: z.number(),
              attributes: z.array(keyValue).default([]),
              status: z.object({ message: z.string().optional(), code: z.number().optional() }).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as it arrived; ids as lower-case hexadecimal text, times in milliseconds since the epoch. */
export interface CollectedSpan {
  service: unknown;
  traceId: string;
  spanId: string;
  /** Absent for the first of a trace. */
  parentId: string | undefined;
  name: string;
  kind: 'internal' | 'server' | 'client' | undefined;
  startedAt: number;
  endedAt: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** A collector on loopback that takes OTLP over HTTP as protobuf, and keeps every span. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was sent, as it was sent. */
  readonly bodies: Buffer[] = [];
  readonly #server: Server;
  #arrival = Promise.withResolvers<void>();

  private constructor() {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        this.#take(Buffer.concat(chunks));
        response.setHeader('content-type', 'application/x-protobuf').end();
      });
    });
  }

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    await new Promise<void>((resolve) => {
      collector.#server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  get url(): string {
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return `http://127.0.0.1:${port}`;
  }

  /** Waits for a span that is as wanted. */
  async waitFor(isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    for (;;) {
      const arrival = this.#arrival.promise;
      const found = this.spans.find(isWanted);
      if (found !== undefined) return found;
      await arrival;
    }
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(body: Buffer): void {
    this.bodies.push(body);
    const decoded = messages.toObject(messages.decode(body), { longs: Number });
    for (const { resource, scopeSpans } of request.parse(toPlain(decoded)).resourceSpans) {
      const service = toAttributes(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { parentSpanId, startTimeUnixNano, endTimeUnixNano, status, kind, attributes, ...rest } = span;
        this.spans.push({
          ...rest,
          service,
          parentId: parentSpanId === '' ? undefined : parentSpanId,
          kind: ([undefined, 'internal', 'server', 'client'] as const)[kind],
          startedAt: startTimeUnixNano / 1e6,
          endedAt: endTimeUnixNano / 1e6,
          attributes: toAttributes(attributes),
          failed: status.code === 2,
        });
      }
    }
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }
}

/** Bytes as hexadecimal text. */
function toPlain(decoded: object): unknown {
  return JSON.parse(
    JSON.stringify(decoded, function (this: Record<string, unknown>, key, value: unknown) {
      const original = this[key];
      return original instanceof Uint8Array ? Buffer.from(original).toString('hex') : value;
    }),
  );
}

function toAttributes(given: readonly z.infer<typeof keyValue>[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map(({ key, value: { stringValue, boolValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? intValue ?? doubleValue,
    ]),
  );
}
