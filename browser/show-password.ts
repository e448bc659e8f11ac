/** Enables the buttons that show and hide the text of their password field. */
export function offerToShowPasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-show-password]')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (input instanceof HTMLInputElement) offer(button, input);
  }
}

function offer(button: HTMLButtonElement, input: HTMLInputElement): void {
  const { hideText = '', hideLabel = '' } = button.dataset;
  const showText = button.textContent;
  const showLabel = button.getAttribute('aria-label') ?? '';
  const turn = (isVisible: boolean) => {
    input.type = isVisible ? 'text' : 'password';
    button.textContent = isVisible ? hideText : showText;
    button.setAttribute('aria-label', isVisible ? hideLabel : showLabel);
  };
  button.addEventListener('click', () => turn(input.type === 'password'));
  // If it were sent as text, the browser would later suggest the password.
  input.form?.addEventListener('submit', () => turn(false));
  button.hidden = false;
}
