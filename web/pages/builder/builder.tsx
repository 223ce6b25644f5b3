import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { Connection, Integration } from '../../../client/operations.data.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { BuilderActions } from './builder-actions.tsx';
import { BuilderProvider, type BuilderTools, toFindings, useValidation, type Validated } from './builder-context.ts';
import { DifferenceList } from '../../parts/difference-list.tsx';
import { CodePart } from './code-part.tsx';
import { toJson } from '../../model/json.ts';
import { getAt } from './model/paths.ts';
import type { Schemas } from './model/schema.ts';
import { listParts, PartList, type PartName } from './part-list.tsx';
import { MappingPart, SettingsPart, SourcePart, TargetPart } from './parts.tsx';
import { Problems } from './problems.tsx';
import { type Sample, SampleProvider } from './sample-context.ts';
import { SamplePanel, type SamplePanelProps } from './sample-panel.tsx';
import { SpecialFieldsProvider } from './special-fields.ts';
import { showSpecial } from './special-parts.tsx';
import { StepsPart } from './steps-part.tsx';
import { TriggersPart } from './triggers-part.tsx';
import { toEnd, useDiscovered, useSamples } from './use-discovery.ts';
import { type Draft, useDraft } from './use-draft.ts';
import type { HubDraft } from './use-hub-draft.ts';
import { usePreview } from './use-preview.ts';

interface BuilderProps {
  integration: Integration;
  /** Of the version that the hub has now. */
  etag: string;
  schemas: Schemas;
  connections: readonly Connection[];
  personId: string;
  hubDraft: HubDraft | null | undefined;
  part: string | undefined;
  /** Path of the step that is open. */
  at: string | undefined;
}

export function Builder({
  integration,
  etag,
  schemas,
  connections,
  personId,
  hubDraft,
  part: wanted,
  at,
}: BuilderProps): ReactNode {
  const { id } = integration;
  const draft = useDraft({ integration, etag, schemas, personId, hubDraft });
  const { definition, change, replace } = draft;
  const stored = toJson(integration);
  useDiscovered(toEnd(getAt(stored, ['source'])));
  useDiscovered(toEnd(getAt(stored, ['target'])));
  const validated = useValidation(id, definition);
  const validation = validated?.validation;
  const findings = useMemo(() => toFindings(validation), [validation]);
  const tools = useMemo(
    (): BuilderTools => ({ id, definition, schemas, connections, findings, change, replace }),
    [id, definition, schemas, connections, findings, change, replace],
  );
  const special = useMemo(() => showSpecial(schemas), [schemas]);
  const { sample, panel } = usePreviewedSamples(id, definition, validated);
  const part = listParts(definition).find(({ name }) => name === wanted)?.name ?? 'source';
  const isPreviewed = part !== 'triggers' && part !== 'changes';
  const name = typeof definition['name'] === 'string' ? definition['name'] : integration.name;
  return (
    <BuilderProvider value={tools}>
      <SampleProvider value={sample}>
        <SpecialFieldsProvider value={special}>
          <Page
            title={name}
            crumbs={
              <>
                <Link to="/integrations">Integrations</Link>
                <span aria-hidden="true">/</span>
                <Link to="/integrations/$id" params={{ id }}>
                  {integration.name}
                </Link>
              </>
            }
            badge={<StatusBadge status={integration.status} />}
            actions={<BuilderActions integration={integration} newestEtag={etag} draft={draft} />}
          >
            <Problems findings={findings} validation={validation} />
            <PartList open={part} findings={findings} />
            <div className={isPreviewed ? 'builder' : 'builder alone'}>
              <div className="work">
                <OpenPart id={id} part={part} at={at} draft={draft} isActive={integration.status === 'active'} />
              </div>
              {isPreviewed && <SamplePanel {...panel} />}
            </div>
          </Page>
        </SpecialFieldsProvider>
      </SampleProvider>
    </BuilderProvider>
  );
}

/** The sample that is looked at, what becomes of it, and what the panel beside the work needs to show others. */
function usePreviewedSamples(
  id: string,
  definition: BuilderTools['definition'],
  validated: Validated | undefined,
): { sample: Sample; panel: SamplePanelProps } {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(0);
  const { records, isPending, error, refetch } = useSamples(toEnd(definition['source']), search);
  const preview = usePreview(id, validated, records);
  const at = Math.min(shown, Math.max(0, records.length - 1));
  const { outcomes, triedAt } = preview;
  const sample = useMemo(
    () => ({ record: records[at], outcome: outcomes[at], triedAt }),
    [records, at, outcomes, triedAt],
  );
  const onSearch = (text: string): void => {
    setSearch(text);
    setShown(0);
  };
  return {
    sample,
    panel: { records, isPending, error, preview, at, onShow: setShown, search, onSearch, onRefresh: refetch },
  };
}

function OpenPart({
  id,
  part,
  at,
  draft,
  isActive,
}: {
  id: string;
  part: PartName;
  at: string | undefined;
  draft: Draft;
  isActive: boolean;
}): ReactNode {
  switch (part) {
    case 'source':
      return <SourcePart />;
    case 'target':
      return <TargetPart />;
    case 'mapping':
      return <MappingPart />;
    case 'steps':
      return <StepsPart at={at} />;
    case 'triggers':
      return <TriggersPart />;
    case 'settings':
      return <SettingsPart />;
    case 'json':
      return <CodePart draft={draft} isActive={isActive} />;
    case 'changes':
      return (
        <Card title="What is not saved yet">
          <div className="stack">
            <DifferenceList before={draft.base} after={draft.definition} none="Everything is saved." />
            <Link to="/integrations/$id" params={{ id }} search={{ tab: 'revisions' }}>
              What each revision changed, and the way back
            </Link>
          </div>
        </Card>
      );
  }
}
