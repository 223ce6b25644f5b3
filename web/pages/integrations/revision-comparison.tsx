import { type ReactNode, useMemo, useState } from 'react';
import type { Integration, IntegrationRevision } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { isObject, type JsonObject, toJson } from '../../model/json.ts';
import type { Change } from '../../model/revisions/change.ts';
import { countChanges, describeChanges } from '../../model/revisions/describe-changes.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { listChanges } from '../../parts/change-integration.ts';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { toDefinition } from './to-definition.ts';
import { useNames } from '../../parts/use-names.ts';

/** What differs between two revisions, as a person reads it, and the way back to the earlier one. */
export function RevisionComparison({
  integration,
  etag,
  from,
  to,
  mayWrite,
}: {
  integration: Integration;
  etag: string | undefined;
  /** `0`: before there was any. */
  from: number;
  to: number;
  mayWrite: boolean;
}): ReactNode {
  const { id } = integration;
  const ofRevision = (revision: number) =>
    ask('getIntegrationRevision', { params: { id, revision: String(revision) } });
  const before = useQuery({ ...ofRevision(from), enabled: from > 0 });
  const after = useQuery(ofRevision(to));
  const nameOf = useNames();
  const [was, is] = [from > 0 ? before.data?.data : undefined, after.data?.data];
  const groups = useMemo(
    () => (is === undefined ? [] : describeChanges(was === undefined ? {} : toObject(was), toObject(is), nameOf)),
    [was, is, nameOf],
  );
  const error: unknown = after.error ?? (from > 0 ? before.error : null);
  if (error !== null) return <ErrorNotice error={error} />;
  if (is === undefined || (from > 0 && was === undefined)) return <Skeleton />;
  const count = countChanges(groups);
  return (
    <>
      <dl className="facts">
        {[was, is].map(
          (revision) =>
            revision !== undefined && (
              <Maker key={revision.revision} revision={revision}>
                {mayWrite && revision.revision !== integration.revision && (
                  <Restore integration={integration} etag={etag} revision={revision} />
                )}
              </Maker>
            ),
        )}
      </dl>
      <p className="soft" role="status">
        {count === 0 ? 'Nothing of the flow differs.' : formatAmount(count, 'difference')}
      </p>
      {groups.map(({ title, changes }) => (
        <section key={title}>
          <h3>{title}</h3>
          <Changes changes={changes} />
        </section>
      ))}
    </>
  );
}

function Maker({ revision, children }: { revision: IntegrationRevision; children: ReactNode }): ReactNode {
  const { created_by: id, created_by_name: name, created_at: at, active } = revision;
  return (
    <>
      <dt>Revision {revision.revision}</dt>
      <dd className="row spread">
        <span>
          {name ?? <span className="mono break">{id ?? 'The hub'}</span>}, <Time at={at} />{' '}
          {active && <Badge tone="good">In use</Badge>}
        </span>
        {children}
      </dd>
    </>
  );
}

const kinds = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;
const tones = { added: 'good', removed: 'bad', changed: 'busy', moved: 'idle' } as const;

function Changes({ changes }: { changes: readonly Change[] }): ReactNode {
  return (
    <ul className="diff">
      {changes.map((change, index) => (
        // The order of a comparison is what it is: two fields may have one name.
        <li key={`${index} ${change.title}`}>
          <span className="row">
            <Badge tone={tones[change.kind]}>{kinds[change.kind]}</Badge>
            <strong className="break">{change.title}</strong>
            {change.note !== undefined && <small className="break">{change.note}</small>}
          </span>
          {change.before !== undefined && <del>{change.before}</del>}
          {change.after !== undefined && <ins>{change.after}</ins>}
          {change.details !== undefined && <Changes changes={change.details} />}
        </li>
      ))}
    </ul>
  );
}

/** Makes a new revision of what an earlier one was: nothing is lost, and the new one can be changed like any other. */
function Restore({
  integration,
  etag,
  revision: { revision, definition },
}: {
  integration: Integration;
  etag: string | undefined;
  revision: IntegrationRevision;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { id, status } = integration;
  return (
    <>
      <Button looks={['small']} icon="undo" onClick={() => setAsking(true)}>
        Restore
        <span className="hidden-text"> revision {revision}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore revision ${revision}?`}
        act="Restore it"
        onConfirm={async () => {
          const now = toObject({ definition: toDefinition(integration) });
          const body = await listChanges(integration, now, toObject({ definition }));
          const options = etag === undefined ? {} : { ifMatch: etag };
          await hub.call('replaceIntegrationMembers', { params: { id }, body }, options);
          await queries.invalidateQueries();
          sayDone(`Revision ${revision} is restored`);
        }}
      >
        A new revision is made that is as revision {revision} was. All others stay.{' '}
        {status === 'active' ? 'The next run uses it.' : 'It starts no runs by itself.'}
      </ConfirmDialog>
    </>
  );
}

function toObject({ definition }: { definition: object }): JsonObject {
  const value = toJson(definition);
  return isObject(value) ? value : {};
}
