import type { CeremonyForm, CeremonyWords } from '../../components/passkey/ceremony-form';
import type { SignaledAccount } from './signal';

/** In milliseconds, so that the page loads first. */
const attendAfter = 1500;

/** The code for authenticators is loaded later, and only on pages with passkeys. */
const load = () => import('./ceremony');

/** Attaches the passkey buttons, and tells the browser the passkeys of the account that a page names. */
export function setUpPasskeys(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-passkey-button]')) attend(box);
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-passkeys-of]')) {
    const account: SignaledAccount = JSON.parse(dataset.passkeysOf ?? '');
    import('./signal').then(({ signalAccount }) => signalAccount(account));
  }
}

/** Attaches the button of a ceremony. It is shown only if the browser supports passkeys. */
function attend(box: HTMLElement): void {
  const button = box.querySelector('button');
  const status = box.querySelector('[role=status]');
  if (button === null || status === null) return;
  const { form, words }: { form: CeremonyForm; words: CeremonyWords } = JSON.parse(box.dataset.passkeyButton ?? '');
  let isBusy = false;
  const setState = (state: keyof CeremonyWords | 'ready') => {
    isBusy = state === 'waiting' || state === 'sent';
    if (isBusy) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
    status.textContent = state === 'ready' ? '' : (words[state] ?? '');
  };
  box.hidden = false;
  if (!('PublicKeyCredential' in window)) {
    button.hidden = true;
    setState('unsupported');
    return;
  }
  const left = new AbortController();
  document.addEventListener('submit', () => left.abort());
  const start = () => load().then((ceremonies) => ceremonies.attend(form, setState, left.signal));
  window.setTimeout(start, attendAfter);
  button.addEventListener('click', () => {
    if (isBusy) return;
    setState('waiting');
    load()
      .then((ceremonies) => ceremonies[form.kind](form))
      .then(setState, () => setState('failed'));
  });
}
