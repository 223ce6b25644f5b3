import type { LabelsOf } from '../core/telemetry/meter.ts';
import { metrics } from '../core/telemetry/metrics.data.ts';
import type { HubContext } from './hub-context.ts';

type Labels = LabelsOf<'hub_http_request_duration_seconds'>;

const { method: methods, status: classes } = metrics.hub_http_request_duration_seconds.labels;

/** Labels of requests in metrics: nothing that a caller chose. */
export function toRequestLabels(
  c: HubContext,
  { path = 'none' }: { path?: string },
  answer: { status: number },
): Labels {
  return {
    method: methods.find((known) => known === c.req.method) ?? 'other',
    route: path,
    status: classes.find((known) => known.startsWith(String(answer.status).charAt(0))) ?? '5xx',
  };
}
