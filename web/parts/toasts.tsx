import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { describeError } from '../model/describe-error.ts';
import { popups } from './popups.ts';

const manager = Toast.createToastManager();

/** Says for a moment that something was done. */
export function sayDone(title: string, description?: string): void {
  manager.add({ title, ...(description === undefined ? {} : { description }) });
}

/** Says that something was refused, where there is no better place for it. */
export function sayRefused(error: unknown): void {
  const { title, message } = describeError(error);
  // A message of high priority is hidden from assistive technology and can be focused all the same: an alert within says it.
  manager.add({ title, description: message, type: 'error', timeout: 12_000 });
}

/** Does something and says how it ended. */
export async function act(what: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await what();
    sayDone(done);
  } catch (error) {
    sayRefused(error);
  }
}

export function Toasts(): ReactNode {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal container={popups}>
        <Toast.Viewport className="toasts" aria-label="Messages">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <div role={toast.type === 'error' ? 'alert' : undefined}>
        <Toast.Title render={<strong />} />
        <Toast.Description />
      </div>
    </Toast.Root>
  ));
}
