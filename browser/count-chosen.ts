/** Shows how many rows of a list are selected, which may be all on every page, and selects a range with Shift. */
export function countChosen(): void {
  const bar = document.querySelector<HTMLFormElement>('form[data-bulk]');
  const count = bar?.querySelector<HTMLElement>('[data-count]');
  if (!bar || !count) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-choose]')];
  const all = bar.elements.namedItem('all');
  let last: HTMLInputElement | null = null;
  const tell = () => {
    const { count: words = '', countAll = '' } = count.dataset;
    const chosen = boxes.filter(({ checked }) => checked).length;
    const isAll = all instanceof HTMLInputElement && all.checked;
    count.textContent = isAll ? countAll : words.replace('#', String(chosen));
  };
  document.addEventListener('click', ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement) || !boxes.includes(target)) return;
    if (shiftKey && last !== null) {
      const [from, to] = [boxes.indexOf(last), boxes.indexOf(target)].sort((one, other) => one - other);
      for (const box of boxes.slice(from, (to ?? 0) + 1)) box.checked = target.checked;
    }
    last = target;
    tell();
  });
  bar.addEventListener('change', tell);
  // Going back restores the selection.
  addEventListener('pageshow', tell);
  tell();
}
