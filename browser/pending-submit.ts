import { staysOnPage } from './stays-on-page';

/** After this the form may be sent again: the person may have pressed Stop. Milliseconds. */
const giveUpAfter = 8000;

/**
 * Marks the pressed button of a form while it is on the way, and holds back a second press: of forms that are
 * `data-once`, and of those with a `data-pending-submit`, which says so with its words.
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
  // A page that comes back from the browser's cache is ready again.
  window.addEventListener('pageshow', () => {
    for (const release of [...sent.values()]) release();
  });
}

/** Never `disabled`: the browser would leave the button's name and value out of what it sends. */
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
