import { type ReactNode, useState } from 'react';
import type { Integration } from '../../../client/operations.data.ts';
import type { CodeFormat } from '../../model/code/code.ts';
import { toManifest } from '../../model/code/manifest.ts';
import { isObject, toJson } from '../../model/json.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FormatSwitch, nameFile } from '../../parts/format-switch.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useCode } from '../../parts/use-code.ts';
import { useCodeNames } from '../../parts/use-names.ts';
import { toDefinition } from './to-definition.ts';

/** An integration as the file that `hub apply` takes, with names in the place of ids. */
export function CodeView({ integration }: { integration: Integration }): ReactNode {
  const code = useCode();
  const names = useCodeNames();
  const [format, setFormat] = useState<CodeFormat>('yaml');
  const { name, account_id: account } = integration;
  const definition = toJson({
    name,
    ...(account === undefined ? {} : { account_id: account }),
    ...toDefinition(integration),
  });
  if (code === undefined || names === undefined || !isObject(definition)) {
    return (
      <Card title="As code">
        <Skeleton lines={12} />
      </Card>
    );
  }
  const text = code.writeCode(toManifest(definition, integration.status === 'active', names), format);
  const file = nameFile(name, format);
  return (
    <Card
      title="As code"
      note={
        <>
          For version control, or another organization: <code>hub apply -f {file}</code>
        </>
      }
      actions={
        <>
          <FormatSwitch format={format} onChange={setFormat} />
          <Button looks={['small']} icon="export" onClick={() => saveFile(file, [text, '\n'], 'text/plain')}>
            Save as a file
          </Button>
          <CopyButton text={text} what="the definition" />
        </>
      }
    >
      {/* Long texts scroll, which a keyboard has to be able to do, too. */}
      <pre className="code" tabIndex={0} aria-label="The definition" role="region">
        {text}
      </pre>
    </Card>
  );
}
