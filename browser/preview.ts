/** Milliseconds. */
const pause = 350;

/**
 * Draws a preview again while somebody types: presses the button in `data-preview` that sends the form there, the one
 * that was pressed last.
 */
export function drawPreview(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-preview]')) {
    const form = box.closest('form');
    const buttons = [...box.querySelectorAll('button')];
    let [last] = buttons;
    let timer = 0;
    form?.addEventListener('input', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => form.requestSubmit(last), pause);
    });
    form?.addEventListener('submit', ({ submitter }) => {
      window.clearTimeout(timer);
      last = buttons.find((button) => button === submitter) ?? last;
    });
  }
}
