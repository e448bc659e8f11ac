import { attachCombobox } from './combobox';
import { fetchPart } from './fetch-part';

/** Lists the matches below the field of a `data-picker` while the person types. */
export function attachPicker(box: HTMLElement): void {
  const input = box.querySelector('input');
  const list = box.querySelector<HTMLElement>('[role=listbox]');
  const status = box.querySelector('[role=status]');
  if (input === null || list === null) return;
  input.removeAttribute('list');
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', list.id);
  const show = (isShown: boolean) => {
    list.hidden = !isShown;
    input.ariaExpanded = String(isShown);
  };
  show(false);
  const choose = (option: HTMLElement) => {
    input.value = option.dataset.value ?? '';
    close();
    input.dispatchEvent(new Event('change', { bubbles: true }));
    if (input.form?.matches('[data-submit-on-change]')) input.form.requestSubmit();
  };
  const combobox = attachCombobox({
    input,
    list,
    isEager: false,
    find: (text, signal) =>
      fetchPart(`${box.dataset.picker}?${new URLSearchParams({ q: text })}`, '[data-picks]', signal),
    onShown: (found) => {
      if (document.activeElement !== input) return;
      const values = [...list.querySelectorAll<HTMLElement>('[role=option]')].map(({ dataset }) => dataset.value);
      // The list covers the form only if it has something else to choose.
      show(values.some((value) => value !== input.value.trim()));
      if (status !== null) status.textContent = found.getAttribute('data-picks');
    },
    onChosen: choose,
  });
  const close = () => {
    combobox.clear();
    show(false);
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' && list.hidden) combobox.ask();
  });
  input.addEventListener('blur', close);
  // Keeps the focus in the field, so that the list stays open.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
    if (option !== null) choose(option);
  });
}
