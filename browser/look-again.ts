import { fetchPart } from './fetch-part';

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

/** Attributes that a person or a module changes in a page and that are kept. */
const theirs: ReadonlySet<string> = new Set(['open', 'hidden']);

/**
 * Updates an element to the content of another one. Unchanged elements stay, so that the focus, open details and typed text
 * are kept.
 */
function updateContent(now: Element, fresh: Element): void {
  if (now.isEqualNode(fresh) || now.matches('[data-look-again]')) return;
  for (const { name } of [...now.attributes]) {
    if (!theirs.has(name) && !fresh.hasAttribute(name)) now.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!theirs.has(name) && now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  const wanted = [...fresh.childNodes];
  const shown = [...now.childNodes].filter((node) => !isSaidOnce(node));
  for (const node of shown.slice(wanted.length)) node.remove();
  wanted.forEach((node, index) => {
    const present = shown[index];
    if (present === undefined) now.append(document.importNode(node, true));
    else if (present instanceof Element && node instanceof Element && present.tagName === node.tagName)
      updateContent(present, node);
    else if (!present.isEqualNode(node)) present.replaceWith(document.importNode(node, true));
  });
}

/** Only one page shows the result of an action, and the message stays there until it is dismissed. */
function isSaidOnce(node: Node): boolean {
  return node instanceof Element && node.matches('[data-flash]');
}
