/** Presses the button of a form with `data-auto-check` after that many seconds, as a device polls by itself. */
export function autoCheck(): void {
  for (const anchor of document.querySelectorAll<HTMLElement>('[data-auto-check]')) {
    window.setTimeout(() => anchor.closest('form')?.requestSubmit(), Number(anchor.dataset.autoCheck) * 1000);
  }
}
