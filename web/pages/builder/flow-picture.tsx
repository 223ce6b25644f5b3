import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { toSentence } from '../../model/status.ts';
import { useBuilder } from './builder-context.ts';
import { box, drawFlow } from './model/draw-flow.ts';
import { type Path, toPathText } from './model/paths.ts';
import type { StepList, StepNode } from './model/step-tree.ts';
import { useSample } from './sample-context.ts';

const textMax = 26;
const labelMax = 30;

/** The flow as a picture. Each step opens its form; the outline says the same in words. */
export function FlowPicture({ list, open }: { list: StepList; open: Path | undefined }): ReactNode {
  const { id } = useBuilder();
  const { outcome } = useSample();
  const drawing = useMemo(() => drawFlow(list), [list]);
  const passed = new Map(outcome?.steps?.map((step) => [step.step, step.outcome]));
  return (
    <div className="picture" tabIndex={0} role="group" aria-label="The flow as a picture">
      <svg width={drawing.width} height={drawing.height} viewBox={`-1 -1 ${drawing.width} ${drawing.height}`}>
        {drawing.ways.map((way) => (
          <path key={way} className="way-line" d={way} />
        ))}
        {drawing.labels.map(({ x, y, text }) => (
          <text key={`${x} ${y}`} className="way-label" x={x} y={y} textAnchor="middle">
            <title>{text}</title>
            {shorten(text, labelMax)}
          </text>
        ))}
        {drawing.boxes.map(({ x, y, node }) => (
          <Link
            key={toPathText(node.path)}
            to="/integrations/$id/build"
            params={{ id }}
            search={{ part: 'steps', at: toPathText(node.path) }}
            replace
            className={classOf(node, open, passed.get(node.id))}
          >
            <title>{describe(node, passed.get(node.id))}</title>
            <rect x={x} y={y} width={box.width} height={box.height} rx={9} />
            <text className="box-name" x={x + 12} y={y + 20}>
              {shorten(node.name ?? node.id, textMax)}
            </text>
            <text className="box-kind" x={x + 12} y={y + 36}>
              {toSentence(node.kind)}
            </text>
          </Link>
        ))}
      </svg>
    </div>
  );
}

function classOf({ path }: StepNode, open: Path | undefined, outcome: string | undefined): string {
  const isOpen = open !== undefined && toPathText(open) === toPathText(path);
  return ['box', isOpen ? 'is-open' : '', outcome === undefined ? '' : `outcome-${outcome}`].join(' ').trim();
}

function describe({ name, id, kind, when }: StepNode, outcome: string | undefined): string {
  const condition = when === undefined ? '' : `, when ${when}`;
  const result = outcome === undefined ? '' : `: ${outcome} with the sample`;
  return `${toSentence(kind)} ${name ?? id}${condition}${result}`;
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
