import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunStats } from '../../../client/operations.data.ts';
import { countByHour, type Hour } from '../../model/runs/count-runs.ts';
import { formatAmount, formatCount, formatShort } from '../../model/format.ts';
import type { Tone } from '../../model/status.ts';
import { useNow } from '../../parts/time.tsx';

const tones: readonly (readonly [tone: Tone, words: string, status: string])[] = [
  ['good', 'Succeeded', 'succeeded'],
  ['warn', 'Partly succeeded', 'partially_succeeded'],
  ['bad', 'Failed', 'failed'],
  ['idle', 'Canceled or skipped', 'canceled,skipped'],
];
const hourMs = 3_600_000;
const [width, height, gap] = [480, 120, 4];

/** Runs by hour as bars; the same as a table for who does not see them. */
export function RunBars({ buckets }: { buckets: RunStats['buckets'] }): ReactNode {
  const hours = countByHour(buckets, useNow());
  const most = Math.max(4, ...hours.map(({ total }) => total));
  const step = width / hours.length;
  const sums = tones.map(([tone, words, status]) => ({
    tone,
    words,
    status,
    sum: hours.reduce((sum, hour) => sum + hour.tones[tone], 0),
  }));
  return (
    <div className="stack">
      <div className="legend">
        {sums
          .filter(({ sum, tone }) => sum > 0 || tone === 'good' || tone === 'bad')
          .map(({ tone, words, status, sum }) => (
            <span key={tone} className="row" style={{ gap: '0.4rem' }}>
              <svg className="bars" style={{ width: 9, height: 9 }} aria-hidden="true">
                <rect className={tone} width="9" height="9" rx="2" />
              </svg>
              <Link to="/runs" search={{ status, from: toIso(hours[0]?.at ?? 0) }}>
                <b>{formatCount(sum)}</b> {words.toLowerCase()}
              </Link>
            </span>
          ))}
      </div>
      <div>
        <div className="bars-box">
          <svg className="bars" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <line className="base" x1="0" x2={width} y1={height} y2={height} vectorEffect="non-scaling-stroke" />
            {hours.map((hour, index) => {
              let top = height;
              return tones.map(([tone]) => {
                const size = (hour.tones[tone] / most) * (height - 4);
                top -= size;
                if (size === 0) return null;
                const place = { x: index * step + gap / 2, y: top, width: step - gap, height: size };
                return <rect key={`${hour.at} ${tone}`} className={tone} {...place} />;
              });
            })}
          </svg>
          {/* Where the bars are too narrow for a finger, a link is of more than one. */}
          <HourLinks hours={hours} each={1} />
          <HourLinks hours={hours} each={3} />
        </div>
        <div className="bars-scale" aria-hidden="true">
          {hours
            .filter((_, index) => index % 8 === 0 || index === hours.length - 1)
            .map(({ at }, index, { length }) => (
              <span key={at}>{index === length - 1 ? 'Now' : formatShort(new Date(at).toISOString())}</span>
            ))}
        </div>
      </div>
      <HourTable hours={hours} />
    </div>
  );
}

/** The same as the bars, for who does not see them. */
function HourTable({ hours }: { hours: readonly Hour[] }): ReactNode {
  return (
    <div className="hidden-text">
      <table>
        <caption>Runs by hour</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {tones.map(([tone, words]) => (
              <th key={tone} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours
            .filter(({ total }) => total > 0)
            .map((hour) => (
              <tr key={hour.at}>
                <th scope="row">{formatShort(new Date(hour.at).toISOString())}</th>
                {tones.map(([tone]) => (
                  <td key={tone}>{hour.tones[tone]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Over the bars: hours lead to their runs, so many by one link. */
function HourLinks({ hours, each }: { hours: readonly Hour[]; each: 1 | 3 }): ReactNode {
  const spans = hours.flatMap((_, index) => (index % each === 0 ? [hours.slice(index, index + each)] : []));
  return (
    <div className={each === 1 ? 'bars-links' : 'bars-links coarse'}>
      {spans.map((span) => {
        const at = span[0]?.at ?? 0;
        const total = span.reduce((sum, hour) => sum + hour.total, 0);
        const failed = span.reduce((sum, hour) => sum + hour.tones.bad, 0);
        if (total === 0) return <span key={at} />;
        const words = `${formatAmount(total, 'run')} from ${formatShort(toIso(at))}, ${formatCount(failed)} failed`;
        return (
          <Link
            key={at}
            to="/runs"
            search={{ from: toIso(at), to: toIso(at + each * hourMs) }}
            aria-label={words}
            title={words}
          />
        );
      })}
    </div>
  );
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
