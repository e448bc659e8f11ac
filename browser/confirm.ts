/**
 * Shows the confirmation of a dangerous action in a dialog instead of on its own page: a link with `data-confirm` leads to
 * a page with a `data-confirmation`.
 */
export function confirmInPlace(): void {
  let isAsking = false;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-confirm]') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    // The second press of a double click.
    if (isAsking || document.querySelector('dialog[data-confirming]') !== null) return;
    isAsking = true;
    ask(link)
      .catch(() => window.location.assign(link.href))
      .finally(() => {
        isAsking = false;
      });
  });
}

/** @throws if the answer is another page, for example because the session has ended */
async function ask(link: HTMLAnchorElement): Promise<void> {
  const response = await fetch(link.href, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const question = page.querySelector('[data-confirmation]');
  const form = question?.querySelector('form');
  if (question == null || form == null || response.redirected) throw new Error('there is no question');
  renameIds(question);
  for (const { dataset } of question.querySelectorAll<HTMLElement>('[data-step-up]')) {
    // The value counts from the load of a page.
    dataset.stepUp = String(Number(dataset.stepUp) + performance.now());
  }
  const dialog = document.createElement('dialog');
  dialog.dataset.confirming = '';
  dialog.className = 'm-auto w-full max-w-2xl rounded-box bg-transparent px-4 backdrop:bg-scrim';
  dialog.setAttribute('aria-labelledby', 'asked-confirmation');
  dialog.append(document.importNode(question, true));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-close]') === null) return;
    event.preventDefault();
    dialog.close();
  });
  // The controls get the density of the page around the link.
  (link.closest('[data-density]') ?? document.body).append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[autofocus], [data-close]')?.focus();
}

/** Renames ids, because the page may have elements with the same ones. */
function renameIds(question: Element): void {
  for (const name of ['id', 'for', 'aria-labelledby', 'aria-describedby']) {
    for (const element of [question, ...question.querySelectorAll(`[${name}]`)]) {
      const ids = element.getAttribute(name);
      if (ids !== null) element.setAttribute(name, ids.replace(/\S+/g, 'asked-$&'));
    }
  }
}
