import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Visitor } from './browser.ts';

const tabsMax = 150;

const stop = z.object({ name: z.string(), faults: z.array(z.string()), isBack: z.boolean() });

/** What is wrong with the place that the focus is at. Runs in the page, as text. */
const lookAtFocus = `(async () => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const element = document.activeElement;
  const before = globalThis.focusBefore;
  globalThis.focusBefore = element;
  if (element === null || element === document.body) return { name: 'nothing', faults: [], isBack: true };
  const name = (element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '') + ' <' + element.localName + '>';
  const faults = [];
  const style = getComputedStyle(element);
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) faults.push('its focus cannot be seen');
  const box = element.getBoundingClientRect();
  const inView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  if (!inView) faults.push('it is outside of what is seen');
  const within = document.elementsFromPoint(
    Math.min(innerWidth - 1, Math.max(0, box.left + Math.min(box.width, innerWidth) / 2)),
    Math.min(innerHeight - 1, Math.max(0, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2)),
  )[0];
  if (inView && within !== undefined && !element.contains(within) && !within.contains(element)) faults.push('something lies over it');
  const isBack = before instanceof Element && before.isConnected && !(before.compareDocumentPosition(element) & 4);
  return { name, faults, isBack };
})()`;

/** Ends when the focus has stood at one place for a third of a second, or after five. Runs in the page, as text. */
const standStill = `(async () => {
  const place = () => JSON.stringify(document.activeElement?.getBoundingClientRect());
  for (let still = 0, frames = 0, before = ''; still < 20 && frames < 300; frames += 1) {
    await new Promise(requestAnimationFrame);
    const now = place();
    still = now === before ? still + 1 : 0;
    before = now;
  }
})()`;

const watchPointer = `for (const type of ['pointerdown', 'mousedown']) {
  document.addEventListener(type, () => tellFault('a pointer was used'), true);
}`;

/** Somebody who has no mouse: goes by Tab, and notes each place where the focus is lost, hidden or out of order. */
export class Keyboard {
  readonly #faults: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** What was noted since the last time. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the focus is there. From the end of a page it comes once to its beginning. */
  async tabTo(target: Locator): Promise<void> {
    await target.first().waitFor();
    let backs = 0;
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (await hasFocus(target.first())) return;
      const { name, faults, isBack } = await this.#stepOn();
      const at = new URL(this.#page.url()).pathname;
      for (const fault of faults) this.#faults.push(`${at}: ${name}: ${fault}`);
      if (isBack) backs += 1;
      if (backs > 2) this.#faults.push(`${at}: ${name}: the focus went back to it`);
    }
    throw new Error(`Tab does not lead to ${target.toString()}.`);
  }

  /**
   * Presses Tab. What came late may have moved the page after the focus went there: a fault is one on a page that stands
   * still as well, so the last step is taken again.
   */
  async #stepOn(): Promise<z.infer<typeof stop>> {
    await this.#page.keyboard.press('Tab');
    const first = stop.parse(await this.#page.evaluate(lookAtFocus));
    if (first.faults.length === 0) return first;
    await this.#page.evaluate(standStill);
    await this.press('Shift+Tab', 'Tab');
    const { name, faults } = stop.parse(await this.#page.evaluate(lookAtFocus));
    return { ...first, faults: name === first.name ? faults : first.faults };
  }

  /** Goes there and presses a key. */
  async act(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** Goes there and writes, in place of what is there. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.press('Control+a', 'Delete');
    await this.type(text);
  }

  /** Goes to a list of choices and types the beginning of one. */
  async choose(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.type(text);
  }

  /** Opens a dialog, sees that Tab stays within it, and closes it by Escape, after which the focus is where it was. */
  async openAndLeave(button: Locator, dialog: Locator): Promise<void> {
    await this.act(button);
    await dialog.waitFor();
    if (!(await holdsFocus(dialog))) this.#faults.push(`${dialog.toString()}: the focus is not within it at first`);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let tabs = 0; tabs < 25; tabs += 1) {
        await this.press(key);
        if (!(await holdsFocus(dialog))) this.#faults.push(`${dialog.toString()}: ${key} left it`);
      }
    }
    await this.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    if (!(await hasFocus(button))) this.#faults.push(`${dialog.toString()}: its end did not give the focus back`);
  }
}

/** Takes the mouse away from a person who has opened a page. */
export async function takeKeyboard({ context, page }: Visitor): Promise<Keyboard> {
  await context.addInitScript({ content: watchPointer });
  return new Keyboard(page);
}

export async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) > 0;
}

/** Between two frames the focus may be on its way from the end of a dialog to its beginning. */
async function holdsFocus(target: Locator): Promise<boolean> {
  await target.page().evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  return (await hasFocus(target)) || (await target.locator(':focus').count()) > 0;
}
