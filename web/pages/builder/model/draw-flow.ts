import type { StepList, StepNode } from './step-tree.ts';

/** A drawing of a flow, in pixels. */
export interface Drawing {
  width: number;
  height: number;
  boxes: { x: number; y: number; node: StepNode }[];
  labels: { x: number; y: number; text: string }[];
  /** Ways as `d` of SVG paths. */
  ways: string[];
}

export const box = { width: 190, height: 46 };
const gap = { down: 26, aside: 28, label: 24 };

/**
 * Draws a flow from top to bottom: steps follow one another, branches stand side by side below their step and come together
 * again below the longest of them.
 */
export function drawFlow(list: StepList): Drawing {
  const drawing: Drawing = { width: 0, height: 0, boxes: [], labels: [], ways: [] };
  const width = widthOf(list);
  const end = drawList(drawing, list, { x: width / 2, y: 0 });
  return { ...drawing, width: width + 2, height: end + 2 };
}

interface Point {
  x: number;
  y: number;
}

/** @param at Middle of the top. @returns where the bottom is. */
function drawList(drawing: Drawing, list: StepList, at: Point): number {
  let bottom = at.y;
  for (const [index, node] of list.steps.entries()) {
    if (index > 0) {
      drawing.ways.push(`M${at.x} ${bottom}V${bottom + gap.down}`);
      bottom += gap.down;
    }
    drawing.boxes.push({ x: at.x - box.width / 2, y: bottom, node });
    bottom = drawBranches(drawing, node.branches, { x: at.x, y: bottom + box.height });
  }
  return bottom;
}

function drawBranches(drawing: Drawing, branches: readonly StepList[], at: Point): number {
  if (branches.length === 0) return at.y;
  const top = at.y + gap.down + gap.label;
  let left = at.x - widthOfAll(branches) / 2;
  const ends = branches.map((branch) => {
    const middle = left + widthOf(branch) / 2;
    left += widthOf(branch) + gap.aside;
    drawing.ways.push(`M${at.x} ${at.y}v8H${middle}V${top}`);
    drawing.labels.push({ x: middle, y: at.y + gap.label, text: branch.label });
    return { middle, bottom: drawList(drawing, branch, { x: middle, y: top }) };
  });
  const bottom = Math.max(...ends.map((end) => end.bottom)) + gap.down / 2;
  for (const end of ends) drawing.ways.push(`M${end.middle} ${end.bottom}V${bottom}H${at.x}`);
  return bottom;
}

function widthOf(list: StepList): number {
  return Math.max(box.width, ...list.steps.map(({ branches }) => widthOfAll(branches)));
}

function widthOfAll(branches: readonly StepList[]): number {
  return branches.reduce((sum, branch) => sum + widthOf(branch), 0) + Math.max(0, branches.length - 1) * gap.aside;
}
