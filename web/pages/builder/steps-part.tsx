import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { toSentence } from '../../model/status.ts';
import { IconButton } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { FlowPicture } from './flow-picture.tsx';
import { type Path, toPathText } from './model/paths.ts';
import {
  copyStep,
  flatten,
  freeId,
  insertStep,
  listKinds,
  moveStep,
  readSteps,
  removeStep,
  split,
  type StepList,
  type StepNode,
  startStep,
  type StepKind,
} from './model/step-tree.ts';
import { kindIcon } from '../../parts/kind-icon.ts';
import { useSample } from './sample-context.ts';
import { StepForm } from './step-form.tsx';

/** The steps of a flow: as an outline that is worked in, and as a picture of the same. */
export function StepsPart({ at }: { at: string | undefined }): ReactNode {
  const { schemas, definition } = useBuilder();
  const list = readSteps(schemas, definition);
  const nodes = flatten(list);
  // Who comes to one step has seen the whole already.
  const [isDrawn, setDrawn] = useState(at === undefined);
  const open = nodes.find(({ path }) => toPathText(path) === at) ?? nodes[0];
  return (
    <div className="stack">
      {nodes.length > 0 && (
        <details className="card picture-card" open={isDrawn} onToggle={(event) => setDrawn(event.currentTarget.open)}>
          <summary>Picture</summary>
          {isDrawn && <FlowPicture list={list} open={open?.path} />}
        </details>
      )}
      <div className="steps-work">
        <Card title="Steps" flush>
          <div className="outline">
            <Branch list={list} open={open?.path} />
          </div>
        </Card>
        {open === undefined ? (
          <div className="card">
            <EmptyState icon="integrations" title="No step yet">
              Add the first one: each change of a record goes through the steps in their order.
            </EmptyState>
          </div>
        ) : (
          <StepForm key={toPathText(open.path)} node={open} ids={nodes.map(({ id }) => id)} />
        )}
      </div>
    </div>
  );
}

function Branch({ list, open }: { list: StepList; open: Path | undefined }): ReactNode {
  return (
    <div className="branch">
      {list.label !== '' && <div className="branch-label">{list.label}</div>}
      <ol>
        {list.steps.map((node, index) => (
          <Step key={node.id || index} node={node} open={open} isLast={index === list.steps.length - 1} />
        ))}
      </ol>
      <AddStep list={list.path} at={list.steps.length} label={list.label} />
    </div>
  );
}

function Step({ node, open, isLast }: { node: StepNode; open: Path | undefined; isLast: boolean }): ReactNode {
  const { schemas, definition, replace } = useBuilder();
  const { path, id, name, kind, when } = node;
  const openStep = useOpenStep();
  const wrong = useFindings(path, true).filter(({ isError }) => isError).length;
  const { outcome } = useSample();
  const trace = outcome?.steps?.find(({ step }) => step === id);
  const isOpen = open !== undefined && toPathText(open) === toPathText(path);
  const move = (by: number): void => {
    const moved = moveStep(definition, path, by);
    replace(moved.definition);
    openStep(moved.path);
  };
  const duplicate = (): void => {
    const { list, at } = split(path);
    const taken = new Set(flatten(readSteps(schemas, definition)).map((one) => one.id));
    replace(insertStep(definition, list, at + 1, copyStep(node.step, taken)));
    openStep([...list, at + 1]);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      focusBeside(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Delete') replace(removeStep(definition, path));
  };
  return (
    <li>
      <div className={isOpen ? 'outline-row is-open' : 'outline-row'}>
        <button
          type="button"
          className="outline-step"
          aria-current={isOpen ? 'step' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          onClick={() => openStep(path)}
          onKeyDown={press}
        >
          <Icon name={kindIcon(kind)} />
          <span className="words">
            <strong>{name ?? id}</strong>
            <small>
              {toSentence(kind)}
              {when !== undefined && ` · when ${when}`}
            </small>
          </span>
          {wrong > 0 && <span className="count tone-bad">{wrong}</span>}
          {trace !== undefined && <span className={`dot outcome-${trace.outcome}`} title={toSentence(trace.outcome)} />}
        </button>
        <IconButton
          label={`Move ${id} up`}
          icon="up"
          looks={['quiet', 'small']}
          disabled={split(path).at === 0}
          onClick={() => move(-1)}
        />
        <IconButton
          label={`Move ${id} down`}
          icon="down"
          looks={['quiet', 'small']}
          disabled={isLast}
          onClick={() => move(1)}
        />
        <Menu
          label={`Acts on ${id}`}
          icon="more"
          quiet
          entries={[
            { label: 'Duplicate', icon: 'copy', onSelect: duplicate },
            { label: 'Remove', icon: 'cross', danger: true, onSelect: () => replace(removeStep(definition, path)) },
          ]}
        />
      </div>
      {node.branches.map((list) => (
        <Branch key={toPathText(list.path)} list={list} open={open} />
      ))}
    </li>
  );
}

function AddStep({ list, at, label }: { list: Path; at: number; label: string }): ReactNode {
  const { schemas, definition, replace } = useBuilder();
  const openStep = useOpenStep();
  const add = (kind: StepKind): void => {
    const taken = new Set(flatten(readSteps(schemas, definition)).map(({ id }) => id));
    replace(insertStep(definition, list, at, { id: freeId(kind.kind, taken), ...startStep(schemas, kind) }));
    openStep([...list, at]);
  };
  return (
    <div className="add-step">
      <Menu
        label="Add a step"
        {...(label === '' ? {} : { about: label })}
        entries={listKinds(schemas).map((kind) => ({
          label: toSentence(kind.kind),
          icon: kindIcon(kind.kind),
          onSelect: () => add(kind),
        }))}
      />
    </div>
  );
}

/** Opening a step is part of the address: a link to it shows it to others. */
export function useOpenStep(): (path: Path) => void {
  const { id } = useBuilder();
  const navigate = useNavigate();
  return (path) =>
    void navigate({
      to: '/integrations/$id/build',
      params: { id },
      search: { part: 'steps', at: toPathText(path) },
      replace: true,
    });
}

function focusBeside(from: Element, by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('.outline-step')];
  const at = all.findIndex((step) => step === from);
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}
