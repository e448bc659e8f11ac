import type { CeremonyWords } from '../components/passkey/ceremony-form';

/**
 * Lets people confirm a form with a passkey. The answer of the browser goes into the form, which is sent with the button
 * that was pressed before the question. `data-step-up-passkey` has the words for each state of the ceremony.
 * @param dialog the question of the form
 * @param send sends the form
 */
export function offerStepUpPasskey(dialog: HTMLDialogElement, send: (form: HTMLFormElement) => void): void {
  const box = dialog.querySelector<HTMLElement>('[data-step-up-passkey]');
  const button = box?.querySelector('button');
  const status = box?.querySelector('[role=status]');
  const input = box?.querySelector('input');
  const form = dialog.closest('form');
  if (!box || !button || !status || !input || form === null || !('PublicKeyCredential' in window)) return;
  const words: CeremonyWords = JSON.parse(box.dataset.stepUpPasskey ?? '');
  let isBusy = false;
  const say = (state: keyof CeremonyWords) => {
    isBusy = state === 'waiting' || state === 'sent';
    status.textContent = words[state] ?? '';
  };
  box.hidden = false;
  button.addEventListener('click', async () => {
    if (isBusy) return;
    say('waiting');
    const { answerWithPasskey } = await import('./passkeys/ceremony');
    const csrf = form.querySelector<HTMLInputElement>('input[name=csrf]')?.value ?? '';
    const end = await answerWithPasskey({ challenge: '/admin/confirm/challenge', fields: { csrf } });
    if (typeof end === 'string') return say(end);
    say('sent');
    for (const other of dialog.querySelectorAll('input')) other.disabled = other !== input;
    input.value = end.answer;
    send(form);
  });
}
