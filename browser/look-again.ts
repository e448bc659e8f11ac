import { fetchPart } from './fetch-part';
import { updateContent } from './update-content';

/** In milliseconds. */
const every = 2_000;

/**
 * Refreshes the page every two seconds while it is visible, until the person presses the button `data-look-again` (WCAG
 * 2.2.2). Changes are not announced, because a screen reader would talk all the time.
 */
export function lookAgain(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-look-again]');
  const main = document.querySelector('main');
  if (button === null || main === null) return;
  const words = [button.textContent, button.dataset.lookAgain ?? ''];
  let isPaused = false;
  button.hidden = false;
  button.addEventListener('click', () => {
    isPaused = !isPaused;
    button.textContent = words[isPaused ? 1 : 0] ?? '';
  });
  const timer = window.setInterval(async () => {
    if (isPaused || document.visibilityState !== 'visible') return;
    const fresh = await fetchPart(window.location.href, 'main');
    if (fresh === null || isPaused) return;
    updateContent(main, fresh);
    // Without the button there is nothing left to refresh.
    if (!button.isConnected) window.clearInterval(timer);
  }, every);
}
