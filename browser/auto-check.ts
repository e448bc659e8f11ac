/** Presses the button of a form with `data-auto-check` after that many seconds, like a device that polls. */
export function autoCheck(): void {
  for (const anchor of document.querySelectorAll<HTMLElement>('[data-auto-check]')) {
    window.setTimeout(() => anchor.closest('form')?.requestSubmit(), Number(anchor.dataset.autoCheck) * 1000);
  }
}
