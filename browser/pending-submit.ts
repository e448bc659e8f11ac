/** In milliseconds. After this the form may be sent again, because the person may have pressed Stop. */
const giveUpAfter = 8000;

/**
 * Marks the pressed button while a form is being sent and blocks a second press, for forms with `data-once` and for those
 * with `data-pending-submit`, which has the words for it.
 */
export function holdSecondSubmit(): void {
  const sent = new Map<HTMLFormElement, () => void>();
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (staysOnPage(event) || !(form instanceof HTMLFormElement)) return;
    const status = form.querySelector<HTMLElement>('[data-pending-submit]');
    if (status === null && !('once' in form.dataset)) return;
    if (sent.has(form)) return event.preventDefault();
    const release = mark(form, event.submitter, status);
    const timer = window.setTimeout(() => sent.get(form)?.(), giveUpAfter);
    sent.set(form, () => {
      window.clearTimeout(timer);
      sent.delete(form);
      release();
    });
  });
  // Resets a page that comes back from the browser's cache.
  window.addEventListener('pageshow', () => {
    for (const release of [...sent.values()]) release();
  });
}

/** Not `disabled`, because the browser would then not send the button's name and value. */
function mark(form: HTMLFormElement, pressed: HTMLElement | null, status: HTMLElement | null): () => void {
  const say = (words: string) => {
    if (status !== null) status.textContent = words;
  };
  form.ariaBusy = 'true';
  pressed?.setAttribute('data-pending', '');
  pressed?.setAttribute('aria-disabled', 'true');
  say(status?.dataset.pendingSubmit ?? '');
  return () => {
    form.ariaBusy = null;
    pressed?.removeAttribute('data-pending');
    pressed?.removeAttribute('aria-disabled');
    say('');
  };
}

/** Whether a submission was prevented, or its answer is shown elsewhere, for example in a frame. */
export function staysOnPage({ defaultPrevented, submitter, target }: SubmitEvent): boolean {
  const form = target instanceof HTMLFormElement ? target : null;
  return defaultPrevented || Boolean(submitter?.getAttribute('formtarget') ?? form?.getAttribute('target'));
}
