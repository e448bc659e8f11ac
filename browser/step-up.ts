import { staysOnPage } from './stays-on-page';
import { offerPasskey } from './step-up-passkey';

/** A form that is sent this long before its proof ends may arrive after it. Milliseconds. */
const margin = 5000;

/**
 * Asks for a password over the page, and not below the form, when a form is sent that needs a recent proof: secrets and
 * files that were filled in stay. The `data-step-up` of a form's dialog says for how many milliseconds nothing is asked.
 */
export function stepUpOnSubmit(): void {
  /** The button that was pressed before the question. */
  let pressed: HTMLElement | null = null;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('main dialog[data-step-up]')) {
    offerPasskey(dialog, (form) => form.requestSubmit(pressed?.closest('form') === form ? pressed : null));
    // One that says what is wrong stays where it is.
    if ('stepUpProblem' in dialog.dataset || !dialog.open) continue;
    dialog.close();
    setDisabled(dialog, true);
  }
  document.addEventListener('submit', (event) => {
    const form = event.target;
    // A preview that is drawn while somebody types does nothing yet.
    if (staysOnPage(event) || !(form instanceof HTMLFormElement)) return;
    const dialog = form.querySelector<HTMLDialogElement>('dialog[data-step-up]');
    if (dialog === null) return;
    if (dialog.open) {
      const isConfirm = event.submitter?.matches('[data-step-up-submit]');
      const submitter = pressed;
      if (!isConfirm || submitter?.closest('form') !== form || !submitter.hasAttribute('name')) return;
      // The first button says something that has to be sent, too. A form cannot be sent again while it is.
      event.preventDefault();
      window.setTimeout(() => form.requestSubmit(submitter));
      return;
    }
    if (performance.now() + margin < Number(dialog.dataset.stepUp)) return;
    event.preventDefault();
    pressed = event.submitter;
    ask(dialog);
  });
}

function ask(dialog: HTMLDialogElement): void {
  setDisabled(dialog, false);
  dialog.addEventListener('close', () => setDisabled(dialog, true), { once: true });
  dialog.showModal();
}

/** A closed dialog asks nothing, and what a password manager fills into it is not sent. */
function setDisabled(dialog: HTMLDialogElement, isDisabled: boolean): void {
  for (const input of dialog.querySelectorAll('input:not([type=hidden])'))
    input.toggleAttribute('disabled', isDisabled);
}
