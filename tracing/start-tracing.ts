import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Tracing, TracingLog } from './tracing.ts';
import { createTracer } from './otel-tracer.ts';

/**
 * Starts sending spans. The SDK reads itself what is set: where to (`OTEL_EXPORTER_OTLP_ENDPOINT`) and with which headers
 * (`OTEL_EXPORTER_OTLP_HEADERS`), in whose name (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`), how much of all
 * (`OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`), how many spans wait (`OTEL_BSP_MAX_QUEUE_SIZE`, 2048; more are
 * dropped) and how long (`OTEL_BSP_SCHEDULE_DELAY`, 5000 ms).
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function startTracing(service: string, log: TracingLog, closeTimeoutMs: number): Tracing {
  listen(log);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service }))
    .merge(detectResources({ detectors: [envDetector] }));
  const { tracer, provider } = createTracer({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  log.info({ service: resource.attributes['service.name'] }, 'Traces are sent.');
  return { tracer, close: () => within(closeTimeoutMs, provider.shutdown()) };
}

/** What the SDK has to say goes to the log of the process, a collector that does not answer above all. */
function listen(log: TracingLog): void {
  const say = (message: string): void => log.warn({ reason: message.slice(0, 1000) }, 'Traces have a problem.');
  const ignore = (): void => undefined;
  diag.setLogger({ error: say, warn: say, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([work.catch(() => undefined), timeout.promise]);
  clearTimeout(timer);
}
