import { staysOnPage } from './pending-submit';
import { offerStepUpPasskey } from './step-up-passkey';

/** In milliseconds. A form that is sent this shortly before its proof expires may arrive too late. */
const margin = 5000;

/**
 * Asks for a password in a dialog instead of below the form when a form is sent that needs a recent proof. Entered secrets
 * and files stay. `data-step-up` of the form's dialog says for how many milliseconds the proof is still recent.
 */
export function stepUpOnSubmit(): void {
  /** The button that was pressed before the question. */
  let pressed: HTMLElement | null = null;
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('main dialog[data-step-up]')) {
    offerStepUpPasskey(dialog, (form) => form.requestSubmit(pressed?.closest('form') === form ? pressed : null));
    // A dialog with an error stays open below the form.
    if ('stepUpProblem' in dialog.dataset || !dialog.open) continue;
    dialog.close();
    setDisabled(dialog, true);
  }
  document.addEventListener('submit', (event) => {
    const form = event.target;
    // An update of a preview changes nothing, so it needs no proof.
    if (staysOnPage(event) || !(form instanceof HTMLFormElement)) return;
    const dialog = form.querySelector<HTMLDialogElement>('dialog[data-step-up]');
    if (dialog === null) return;
    if (dialog.open) {
      const isConfirm = event.submitter?.matches('[data-step-up-submit]');
      const submitter = pressed;
      if (!isConfirm || submitter?.closest('form') !== form || !submitter.hasAttribute('name')) return;
      // The value of the first button must be sent too. A form cannot be submitted again during its own submit event.
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

/** While the dialog is closed its fields are not sent, even if a password manager fills them. */
function setDisabled(dialog: HTMLDialogElement, isDisabled: boolean): void {
  for (const input of dialog.querySelectorAll('input:not([type=hidden])'))
    input.toggleAttribute('disabled', isDisabled);
}
