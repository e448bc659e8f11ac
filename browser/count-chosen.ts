/** Shows how many rows of a list are selected, and selects a range with Shift. */
export function countChosen(): void {
  const bar = document.querySelector<HTMLFormElement>('form[data-bulk]');
  const count = bar?.querySelector<HTMLElement>('[data-count]');
  if (!bar || !count) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-choose]')];
  let last: HTMLInputElement | null = null;
  const tell = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    count.textContent = (count.dataset.count ?? '').replace('#', String(chosen));
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
  // Going back restores the selection.
  addEventListener('pageshow', tell);
  tell();
}
