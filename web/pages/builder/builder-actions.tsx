import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Integration } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { findOlderInUse } from '../../parts/change-integration.ts';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { act, sayDone, sayRefused } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Version } from './model/work.ts';
import { type Draft, followSignOut, isConflict } from './use-draft.ts';

interface ActionsProps {
  integration: Integration;
  /** Of the version that the hub has now. */
  newestEtag: string;
  draft: Draft;
}

interface Saving {
  busy?: true;
  error?: unknown;
  theirs?: Version;
  asks?: 'save' | 'discard';
}

/** Undo, save, activate, run. Saving and activating are two acts: a draft does nothing by itself. */
export function BuilderActions({ integration, newestEtag, draft }: ActionsProps): ReactNode {
  const { state, setState, save, compare } = useSaving(draft);
  const mayWrite = useCanIn('integrations:write', integration.account_id);
  const used = findOlderInUse(integration);
  const askOrSave = (): void => {
    if (draft.isUnread) sayRefused(new Error(unreadWords));
    else if (integration.status === 'active' || used !== undefined) setState({ asks: 'save' });
    else void save();
  };
  const isUnsaved = draft.isChanged || draft.isUnread;
  useSaveKeys(draft, isUnsaved, askOrSave);
  const isStale = isUnsaved && newestEtag !== '' && newestEtag !== draft.etag;
  return (
    <div className="build-actions">
      <div className="actions">
        <span className="soft" role="status">
          {tellState(draft)}
          {used !== undefined && `. Runs use revision ${used}`}
        </span>
        <IconButton label="Undo" icon="undo" disabled={draft.undo === undefined} onClick={draft.undo} />
        <IconButton label="Redo" icon="redo" disabled={draft.redo === undefined} onClick={draft.redo} />
        {isUnsaved && (
          <Button looks={['quiet']} onClick={() => setState({ asks: 'discard' })}>
            Discard
          </Button>
        )}
        {mayWrite && (
          <Button
            looks={isUnsaved ? ['primary'] : []}
            icon="check"
            disabled={!isUnsaved}
            busy={state.busy === true}
            onClick={askOrSave}
          >
            Save
          </Button>
        )}
        <Starts integration={integration} isChanged={isUnsaved} />
      </div>
      <Elsewhere draft={draft} />
      <AskBeforeLeaving draft={draft} />
      {isStale && (
        <div className="row" role="status">
          <span className="wrong">Somebody else saved this meanwhile.</span>
          <Button looks={['small']} onClick={() => void compare()}>
            Compare
          </Button>
        </div>
      )}
      {state.error !== undefined && <ErrorNotice error={state.error} />}
      <Questions
        draft={draft}
        used={used}
        state={state}
        // What a save found in the meantime stays.
        onAnswer={() => setState(({ asks: _asks, ...rest }) => rest)}
        onClose={() => setState({})}
        save={save}
      />
    </div>
  );
}

const unreadWords = 'It is not saved, because the text under As code cannot be read yet.';

function tellState({ isUnread, isChanged, isOnHub, isAtRisk }: Draft): string {
  if (!isUnread && !isChanged) return 'Saved';
  const place = isOnHub && !isUnread ? 'on the hub' : 'in this browser';
  const state = isAtRisk ? 'Not saved, and gone when you leave' : `Not saved, kept ${place}`;
  return isUnread ? `${state}: the text under As code cannot be read yet` : state;
}

/** Asks before a page is left with which unsaved work would go. */
function AskBeforeLeaving({ draft: { isAtRisk } }: { draft: Draft }): ReactNode {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isAtRisk && current.pathname !== next.pathname,
    enableBeforeUnload: () => isAtRisk,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Leave without what is not saved?"
      act="Leave"
      danger
      onConfirm={async () => leaving.proceed?.()}
    >
      This browser cannot keep it, as its storage is full or off.
    </ConfirmDialog>
  );
}

/** The same person went on in another browser: nothing of either is lost before both were compared. */
function Elsewhere({ draft }: { draft: Draft }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { elsewhere, base, definition, join } = draft;
  if (elsewhere === undefined) return null;
  return (
    <div className="row" role="status">
      <span className="wrong">You went on with this in another browser.</span>
      <Button looks={['small']} onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen && (
        <ConflictDialog
          base={base}
          mine={definition}
          theirs={elsewhere}
          isOwn
          onClose={() => setOpen(false)}
          onMerge={(merged) => {
            join(elsewhere, merged);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

function useSaving(draft: Draft) {
  const [state, setState] = useState<Saving>({});
  const compare = async (): Promise<void> => {
    try {
      setState({ theirs: await draft.readTheirs() });
    } catch (error) {
      setState({ error });
    }
  };
  const save = async (): Promise<void> => {
    setState({ busy: true });
    try {
      await draft.save();
      setState({});
      sayDone('Saved');
    } catch (error) {
      followSignOut(error);
      if (isConflict(error)) await compare();
      else setState({ error });
    }
  };
  return { state, setState, save, compare };
}

/** What is asked before it is done. */
function Questions({
  draft,
  used,
  state,
  onAnswer,
  onClose,
  save,
}: {
  draft: Draft;
  /** The older revision that runs use. */
  used: number | undefined;
  state: Saving;
  onAnswer: () => void;
  onClose: () => void;
  save: () => Promise<void>;
}): ReactNode {
  const { theirs } = state;
  return (
    <>
      {theirs !== undefined && (
        <ConflictDialog
          base={draft.base}
          mine={draft.definition}
          theirs={theirs}
          onClose={onClose}
          onMerge={(merged) => {
            draft.rebase(theirs, merged);
            onClose();
          }}
        />
      )}
      <ConfirmDialog
        open={state.asks === 'save'}
        onClose={onAnswer}
        title="Save and use it?"
        act="Save and use"
        onConfirm={save}
      >
        {used === undefined
          ? 'The integration is active: the next run uses what you save.'
          : `Runs use revision ${used} now. From the next one on they use all that the forms show.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={state.asks === 'discard'}
        onClose={onAnswer}
        title="Discard the unsaved work?"
        act="Discard"
        danger
        onConfirm={async () => draft.discard()}
      >
        The forms show again what is saved. Undo brings the work back while this page is open.
      </ConfirmDialog>
    </>
  );
}

/** What is saved can be activated and run; what is not saved does neither. */
function Starts({ integration, isChanged }: { integration: Integration; isChanged: boolean }): ReactNode {
  const { id, status, readiness, account_id: accountId } = integration;
  const navigate = useNavigate();
  const [mayWrite, mayRun] = [useCanIn('integrations:write', accountId), useCanIn('integrations:execute', accountId)];
  const isOff = isChanged || !readiness.missing.every(({ step }) => step === 'activation');
  const activate = async (): Promise<void> => {
    await hub.call('activateIntegration', { params: { id } });
    await queries.invalidateQueries();
  };
  const run = async (): Promise<void> => {
    const started = await hub.call('executeIntegration', { params: { id }, body: {} });
    await navigate({ to: '/runs/$id', params: { id: started.id } });
  };
  return (
    <>
      {mayWrite && status !== 'active' && (
        <Button
          looks={isChanged ? [] : ['primary']}
          disabled={isOff}
          onClick={() => void act(activate, 'It is active')}
        >
          Activate
        </Button>
      )}
      {mayRun && status !== 'draft' && (
        <Button icon="play" disabled={isOff} onClick={() => void act(run, 'The run has been started')}>
          Run now
        </Button>
      )}
    </>
  );
}

/** Ctrl S saves; Ctrl Z and Ctrl Shift Z go back and forth, outside of texts, which undo by themselves. */
function useSaveKeys(draft: Draft, isUnsaved: boolean, save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isText = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
      if (key === 's') {
        event.preventDefault();
        if (isUnsaved) save();
      } else if (key === 'z' && !isText) {
        event.preventDefault();
        (event.shiftKey ? draft.redo : draft.undo)?.();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
