import type { ReactNode } from 'react';
import type { SchedulePreviewInput } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { useBuilder, useFindings, useRested } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { isList, isObject, type JsonObject } from '../../model/json.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { GroupFields } from './schema-field.tsx';
import { toEnd, useConnector } from './use-discovery.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Those that go by a clock name its zone, unless the integration does. */
const inputs: readonly { words: string; make: (clock: JsonObject) => JsonObject }[] = [
  { words: 'Daily', make: (clock) => ({ type: 'schedule', every: 'daily', at: '02:00', ...clock }) },
  { words: 'Hourly', make: () => ({ type: 'schedule', every: 'hourly' }) },
  { words: 'Every 15 minutes', make: () => ({ type: 'schedule', every: '15m' }) },
  { words: 'By cron', make: (clock) => ({ type: 'schedule', cron: '30 2 * * mon-fri', ...clock }) },
];

function here(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zone of the integration, as a trigger would name it. */
function zoneOf({ timezone }: JsonObject): JsonObject | undefined {
  return timezone === undefined ? undefined : { timezone };
}

/** What starts runs: the clock, the vendor's events; and anybody, by hand. */
export function TriggersPart(): ReactNode {
  const { definition, change } = useBuilder();
  const triggers = isList(definition['triggers']) ? definition['triggers'] : [];
  const connector = useConnector(toEnd(definition['source']).connectionId);
  const hooks = (connector?.triggers.length ?? 0) > 0;
  const add = (trigger: JsonObject): void => change(['triggers'], [...triggers, trigger]);
  const shown = triggers.flatMap((trigger, index) => (isObject(trigger) ? [{ trigger, index }] : []));
  return (
    <Card title="What starts runs" note="Every integration can be started by hand as well.">
      <div className="stack">
        <FindingList findings={useFindings(['triggers'])} />
        {shown.map(({ trigger, index }) => (
          <Trigger key={index} trigger={trigger} index={index} />
        ))}
        {shown.length === 0 && <p className="soft">Only people start it so far.</p>}
        <div className="chips" role="group" aria-label="Add a trigger">
          {inputs.map(({ words, make }) => (
            <Button
              key={words}
              looks={['small']}
              icon="plus"
              onClick={() => add(make(zoneOf(definition) === undefined ? { timezone: here() } : {}))}
            >
              {words}
            </Button>
          ))}
          {hooks && (
            <Button looks={['small']} icon="plus" onClick={() => add({ type: 'webhook' })}>
              When {connector?.name} reports a change
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

const titles: Readonly<Record<string, string>> = { schedule: 'Schedule', webhook: 'Webhook', manual: 'By hand' };

function Trigger({ trigger, index }: { trigger: JsonObject; index: number }): ReactNode {
  const { schemas, definition, change } = useBuilder();
  const path = ['triggers', index] as const;
  const type = typeof trigger['type'] === 'string' ? trigger['type'] : '';
  const findings = useFindings(path);
  return (
    <fieldset className="group">
      <legend>{titles[type] ?? type}</legend>
      <FindingList findings={findings} />
      {type === 'schedule' && (
        <>
          <ScheduleForm trigger={trigger} path={path} />
          <NextTimes trigger={{ ...zoneOf(definition), ...trigger }} />
        </>
      )}
      {type === 'webhook' && (
        <>
          <p className="soft">Its address is made when the integration is saved: see Schedules and hooks.</p>
          {takesPayloads(definition) && (
            <GroupFields path={path} schema={schemas['WebhookTrigger'] ?? {}} only={['debounce', 'debounce_max']} />
          )}
          <Subscribe trigger={trigger} path={path} />
        </>
      )}
      <div>
        <Button looks={['small', 'quiet']} icon="cross" onClick={() => change(path, undefined)}>
          Remove {(titles[type] ?? type).toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

/** Deliveries are records, whose keys are known. */
function takesPayloads({ source }: JsonObject): boolean {
  return isObject(source) && source['payload'] !== undefined;
}

/** Whether the hub registers the address itself; shown where the vendor lets it. */
function Subscribe({ trigger, path }: { trigger: JsonObject; path: readonly ['triggers', number] }): ReactNode {
  const { definition, change } = useBuilder();
  const connector = useConnector(toEnd(definition['source']).connectionId);
  const subscribed = trigger['subscribe'] !== undefined && trigger['subscribe'] !== false;
  if (connector?.triggers[0]?.subscription === undefined && !subscribed) return undefined;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={subscribed}
        onChange={({ target }) => change([...path, 'subscribe'], target.checked ? true : undefined)}
      />
      Register it with {connector?.name ?? 'the vendor'} when the integration is activated
    </label>
  );
}

const restMs = 300;
const timesShown = 5;
const previewed = ['every', 'at', 'on', 'cron', 'timezone', 'starts_at', 'ends_at'];

/** The next times, as the hub reckons them: summer time and the last of a month are its arithmetic. */
function NextTimes({ trigger }: { trigger: JsonObject }): ReactNode {
  const asked = Object.fromEntries(Object.entries(trigger).filter(([name]) => previewed.includes(name)));
  const text = useRested(JSON.stringify(asked), restMs);
  const body: unknown = JSON.parse(text);
  const found = useQuery({
    ...ask('previewSchedule', { body: isPreview(body) ? body : {} }),
    queryKey: ['previewSchedule', text],
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  if (found.error !== null) {
    return (
      <p className="wrong" role="status">
        <MarkedText text={found.error.message.replace(/^\d{3} [a-z_]+: /, '')} />
      </p>
    );
  }
  const times = found.data?.data.times.slice(0, timesShown) ?? [];
  return (
    <div role="status">
      <h3>Next runs</h3>
      <ol className="times">
        {times.map(({ at, local, clock_change: clockChange }) => (
          <li key={at}>
            <time dateTime={at}>{describeLocal(local)}</time>
            {clockChange !== undefined && <small> the clock is changed on this day</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** `2026-03-04T02:00:00+01:00` → `Wed, 4 Mar 2026, 02:00 (+01:00)` */
function describeLocal(local: string): string {
  const [, date = '', time = '', offset = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[^+\-Z]*(.*)$/.exec(local) ?? [];
  if (date === '') return local;
  const day = new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day}, ${time} (${/^(?:Z|[+-]00:00)$/.test(offset) ? 'UTC' : offset})`;
}

/** The hub checks it, and says what is wrong. */
function isPreview(_body: unknown): _body is SchedulePreviewInput {
  return true;
}
