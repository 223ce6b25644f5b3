import { type ReactNode, useRef, useState } from 'react';
import type { FileText } from '../../../as-code/manifests.ts';
import { readText } from '../../model/read-text.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';

/** Takes files: chosen, dropped, or as text. */
export function FilesCard({
  files,
  onChange,
}: {
  files: readonly FileText[];
  onChange: (files: readonly FileText[]) => void;
}): ReactNode {
  const [isPasting, setPasting] = useState(false);
  // A file that comes again is a newer one.
  const add = (more: readonly FileText[]): void =>
    onChange([...files.filter(({ file }) => more.every((one) => one.file !== file)), ...more]);
  const take = async (chosen: readonly File[]): Promise<void> => add(await Promise.all(chosen.map(readFile)));
  return (
    <Card title="Files" note="YAML or JSON, as hub export writes them. They stay in this page until you apply them.">
      <div className="stack">
        <DropZone onFiles={(chosen) => void take(chosen)} onPaste={() => setPasting(true)} />
        {files.length > 0 && (
          <ul className="file-list" aria-label="Files">
            {files.map(({ file }) => (
              <li key={file}>
                <span className="mono break">{file}</span>
                <IconButton
                  label={`Remove ${file}`}
                  icon="cross"
                  looks={['quiet', 'small']}
                  onClick={() => onChange(files.filter((one) => one.file !== file))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <FormDialog
        open={isPasting}
        onClose={() => setPasting(false)}
        title="Paste YAML or JSON"
        act="Add it"
        onSubmit={(form) => {
          add([{ file: readText(form, 'file').trim() || 'pasted.yaml', folder: '', text: readText(form, 'text') }]);
          return Promise.resolve();
        }}
      >
        {() => (
          <>
            <TextField label="Name" name="file" defaultValue="pasted.yaml" help="What messages call it." required />
            <Field label="Text">
              {(control) => (
                <textarea {...control} className="input mono" name="text" rows={14} spellCheck={false} autoFocus />
              )}
            </Field>
          </>
        )}
      </FormDialog>
    </Card>
  );
}

function DropZone({ onFiles, onPaste }: { onFiles: (files: readonly File[]) => void; onPaste: () => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <p className="soft">Drop files here, or</p>
      <div className="row">
        <Button icon="plus" onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <Button icon="script" onClick={onPaste}>
          Paste text
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".yaml,.yml,.json"
        aria-label="Files to apply"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again, after it was changed.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

async function readFile(file: File): Promise<FileText> {
  return { file: file.webkitRelativePath || file.name, folder: '', text: await file.text() };
}
