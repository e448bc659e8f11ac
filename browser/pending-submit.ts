/** After this the form may be sent again: the person may have pressed Stop. Milliseconds. */
const giveUpAfter = 8000;

/** Marks the pressed button of a form with `data-pending-submit` while it is on the way, and holds back a second press. */
export function holdSecondSubmit(): void {
  const sent = new Map<HTMLFormElement, () => void>();
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const status = form.querySelector<HTMLElement>('[data-pending-submit]');
    if (status === null) return;
    if (sent.has(form)) return event.preventDefault();
    const release = mark(event.submitter, status);
    const timer = window.setTimeout(() => sent.get(form)?.(), giveUpAfter);
    sent.set(form, () => {
      window.clearTimeout(timer);
      sent.delete(form);
      release();
    });
  });
  // A page that comes back from the browser's cache is ready again.
  window.addEventListener('pageshow', () => {
    for (const release of [...sent.values()]) release();
  });
}

/** Never `disabled`: the browser would leave the button's name and value out of what it sends. */
function mark(pressed: HTMLElement | null, status: HTMLElement): () => void {
  pressed?.setAttribute('data-pending', '');
  pressed?.setAttribute('aria-disabled', 'true');
  status.textContent = status.dataset.pendingSubmit ?? '';
  return () => {
    pressed?.removeAttribute('data-pending');
    pressed?.removeAttribute('aria-disabled');
    status.textContent = '';
  };
}
