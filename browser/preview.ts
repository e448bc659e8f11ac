/** In milliseconds. */
const pause = 350;

/**
 * Updates a preview while the person types, by pressing the button in `data-preview` that sends the form. The notes on
 * colors in the preview are shown next to the fields.
 */
export function drawPreview(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-preview]')) {
    const form = box.closest('form');
    const button = box.querySelector('button');
    const frame = box.querySelector('iframe');
    let timer = 0;
    form?.addEventListener('input', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => form.requestSubmit(button), pause);
    });
    form?.addEventListener('submit', () => window.clearTimeout(timer));
    button?.setAttribute('hidden', '');
    frame?.addEventListener('load', () => showNotes(frame.contentDocument));
  }
}

function showNotes(drawn: Document | null): void {
  for (const note of document.querySelectorAll<HTMLElement>('[data-repairs]')) {
    const found = drawn?.querySelector(`[data-repairs="${note.dataset.repairs}"]`);
    if (found) note.replaceChildren(...[...found.childNodes].map((node) => document.importNode(node, true)));
  }
}
