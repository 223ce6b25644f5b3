import type { ReactNode } from 'react';
import { Field } from '../../parts/fields.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { Choice } from '../../parts/choice.tsx';
import { FindingList } from './finding-list.tsx';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import {
  changeRhythm,
  readDays,
  readTimes,
  type Rhythm,
  rhythms,
  toRhythm,
  toTexts,
  weekdays,
} from './model/schedule.ts';
import type { Path } from './model/paths.ts';
import { GroupFields } from './schema-field.tsx';
import { useWritten } from './use-written.ts';
import { ZoneField } from './zone-field.tsx';

/** Members with a control of their own here. */
const shown = ['type', 'every', 'at', 'on', 'cron', 'timezone'];

/** When a schedule starts runs, in the words of a calendar; what is rarer waits behind buttons. */
export function ScheduleForm({ trigger, path }: { trigger: JsonObject; path: Path }): ReactNode {
  const { schemas, change } = useBuilder();
  const rhythm = toRhythm(trigger);
  const isClock = rhythm !== 'interval' && rhythm !== 'cron';
  return (
    <>
      <div className="fields-grid">
        <Choice
          label="How often"
          value={rhythm}
          options={rhythms}
          onChange={(next) =>
            change(path, changeRhythm(trigger, rhythms.find(([one]) => one === next)?.[0] ?? 'daily'))
          }
        />
        {rhythm === 'interval' && (
          <Line path={[...path, 'every']} value={trigger['every']} label="Every" help="Such as `15m`, `2h` or `1d`." />
        )}
        {rhythm === 'cron' && (
          <Line
            path={[...path, 'cron']}
            value={trigger['cron']}
            label="Cron"
            help="Minute, hour, day, month, weekday."
          />
        )}
        {isClock && <Times path={path} rhythm={rhythm} value={trigger['at']} />}
        {rhythm === 'monthly' && <Days path={path} value={trigger['on']} />}
        {rhythm !== 'interval' && (
          <ZoneField path={[...path, 'timezone']} help="Whose clock counts. That of the integration unless given." />
        )}
      </div>
      {rhythm === 'weekly' && <Weekdays path={path} value={trigger['on']} />}
      <GroupFields path={path} schema={schemas['ScheduleTrigger'] ?? {}} without={shown} />
    </>
  );
}

interface LineProps {
  path: Path;
  value: JsonValue | undefined;
  label: string;
  help?: string;
}

function Line({ path, value, label, help }: LineProps): ReactNode {
  const { change } = useBuilder();
  const findings = useFindings(path, true);
  const text = typeof value === 'string' ? value : '';
  return (
    <Field label={label} help={help?.replaceAll('`', '')}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => change(path, event.target.value === '' ? undefined : event.target.value)}
          />
          <FindingList findings={findings} />
        </>
      )}
    </Field>
  );
}

/** One time or several, with commas between them. */
function Times({ path, rhythm, value }: { path: Path; rhythm: Rhythm; value: JsonValue | undefined }): ReactNode {
  const { change } = useBuilder();
  const [text, setWritten] = useWritten(value, toTexts(value).join(', '), readTimes);
  const own: Path = [...path, 'at'];
  const findings = useFindings(own, true);
  const help = rhythm === 'hourly' ? 'Minutes past the hour: :30' : 'Such as 02:00, or several: 06:00, 18:00';
  return (
    <Field label="At" help={help}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            autoComplete="off"
            value={text}
            placeholder={rhythm === 'hourly' ? ':00' : '00:00'}
            onChange={({ target: { value: written } }) => {
              setWritten(written);
              change(own, readTimes(written));
            }}
          />
          <FindingList findings={findings} />
        </>
      )}
    </Field>
  );
}

function Days({ path, value }: { path: Path; value: JsonValue | undefined }): ReactNode {
  const { change } = useBuilder();
  const own: Path = [...path, 'on'];
  const findings = useFindings(own, true);
  const [text, setWritten] = useWritten(value, toTexts(value).join(', '), readDays);
  return (
    <Field label="On days" help="Of the month: 1, 15. The 31st is its last day.">
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            inputMode="numeric"
            value={text}
            placeholder="1"
            onChange={({ target: { value: written } }) => {
              setWritten(written);
              change(own, readDays(written));
            }}
          />
          <FindingList findings={findings} />
        </>
      )}
    </Field>
  );
}

function Weekdays({ path, value }: { path: Path; value: JsonValue | undefined }): ReactNode {
  const { change } = useBuilder();
  const own: Path = [...path, 'on'];
  const chosen = toTexts(value ?? 'mon');
  return (
    <fieldset className="scopes weekdays">
      <legend>On</legend>
      {weekdays.map(([day, words]) => (
        <label key={day} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={({ target: { checked } }) => {
              const next = weekdays.map(([one]) => one).filter((one) => (one === day ? checked : chosen.includes(one)));
              change(own, next.length === 0 ? undefined : next);
            }}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
