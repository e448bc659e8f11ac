/** What a person or a module changes in a page, and stays so. */
const theirs: ReadonlySet<string> = new Set(['open', 'hidden']);

/**
 * Makes an element say what another one says. What is alike stays the same element, so that the focus, open details and
 * what was typed remain.
 */
export function takeOver(now: Element, fresh: Element): void {
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
      takeOver(present, node);
    else if (!present.isEqualNode(node)) present.replaceWith(document.importNode(node, true));
  });
}

/** What an action did is said by one page alone, and stays there until somebody dismisses it. */
function isSaidOnce(node: Node): boolean {
  return node instanceof Element && node.matches('[data-flash]');
}
