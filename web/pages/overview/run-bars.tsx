import type { ReactNode } from 'react';
import type { RunStats } from '../../../client/operations.data.ts';
import { countByHour } from '../../model/count-runs.ts';
import { formatCount, formatShort } from '../../model/format.ts';
import type { Tone } from '../../model/status.ts';
import { useNow } from '../../parts/time.tsx';

const tones: readonly (readonly [Tone, string])[] = [
  ['good', 'Succeeded'],
  ['warn', 'Partly succeeded'],
  ['bad', 'Failed'],
  ['idle', 'Canceled or skipped'],
];
const [width, height, gap] = [480, 120, 4];

/** Runs by hour as bars; the same as a table for who does not see them. */
export function RunBars({ buckets }: { buckets: RunStats['buckets'] }): ReactNode {
  const hours = countByHour(buckets, useNow());
  const most = Math.max(4, ...hours.map(({ total }) => total));
  const step = width / hours.length;
  const sums = tones.map(([tone, words]) => ({
    tone,
    words,
    sum: hours.reduce((sum, hour) => sum + hour.tones[tone], 0),
  }));
  return (
    <div className="stack">
      <div className="legend">
        {sums
          .filter(({ sum, tone }) => sum > 0 || tone === 'good' || tone === 'bad')
          .map(({ tone, words, sum }) => (
            <span key={tone} className="row" style={{ gap: '0.4rem' }}>
              <svg className="bars" style={{ width: 9, height: 9 }} aria-hidden="true">
                <rect className={tone} width="9" height="9" rx="2" />
              </svg>
              <span>
                <b>{formatCount(sum)}</b> {words.toLowerCase()}
              </span>
            </span>
          ))}
      </div>
      <div>
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
        <div className="bars-scale" aria-hidden="true">
          {hours
            .filter((_, index) => index % 8 === 0 || index === hours.length - 1)
            .map(({ at }, index, { length }) => (
              <span key={at}>{index === length - 1 ? 'Now' : formatShort(new Date(at).toISOString())}</span>
            ))}
        </div>
      </div>
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
    </div>
  );
}
