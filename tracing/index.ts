/**
 * OpenTelemetry behind the port of `core/telemetry/tracing.ts`: spans, and their way to a collector.
 *
 * Imported by what wires a process together. Loads OpenTelemetry only where the environment asks for traces.
 */
import type { Config } from '../core/config.ts';
import { noTracer } from '../core/telemetry/tracing.ts';
import type { Tracing, TracingLog } from './tracing.ts';

type TracingConfig = Pick<
  Config,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
>;

/** What is not sent by then, when a process stops, is lost. */
const closeMs = 5000;

/** @param service Name of the process where `OTEL_SERVICE_NAME` gives none. */
export async function openTracing(
  config: TracingConfig,
  service: string,
  log: TracingLog,
  closeTimeoutMs = closeMs,
): Promise<Tracing> {
  if (!isAsked(config, log)) return { tracer: noTracer, close: () => Promise.resolve() };
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(service, log, closeTimeoutMs);
}

/**
 * Traces are asked for by naming an exporter or where it sends to: the hub sends nothing that nobody asked for, where
 * the specification's default would be to send to this machine.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
function isAsked(config: TracingConfig, log: TracingLog): boolean {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = config.OTEL_TRACES_EXPORTER ?? (endpoint === undefined ? 'none' : 'otlp');
  if (config.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return false;
  const protocol = config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL ?? theProtocol;
  if (exporter === 'otlp' && protocol === theProtocol) return true;
  log.warn({ exporter, protocol }, 'Traces are sent by otlp over http/protobuf only; none are sent.');
  return false;
}

const theProtocol = 'http/protobuf';
