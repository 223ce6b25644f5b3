/** Where menus and dialogs are drawn: a landmark of their own, beside the page. */
export const popups = document.querySelector<HTMLElement>('#popups');
