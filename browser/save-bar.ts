import { changedFields } from './changes';

/**
 * Shows the `data-save-bar` of a form at the bottom of the window from the first change on, with the names of the changed
 * fields. Ctrl-S saves. Discard restores the values of the server.
 */
export function showSaveBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-save-bar]')) {
    const form = bar.closest('form');
    if (form !== null) attach(form, bar);
  }
}

function attach(form: HTMLFormElement, bar: HTMLElement): void {
  const cameBack = bar.dataset.saveBar === 'changed';
  const save = bar.querySelector<HTMLButtonElement>('button');
  const discard = bar.querySelector<HTMLButtonElement>('[data-discard]');
  const place = bar.querySelector<HTMLInputElement>('[data-changed-at]');
  const line = bar.querySelector<HTMLElement>('[data-changed]');
  toEnd(form, bar);
  const update = () => {
    const changed = changedFields(form);
    const names = [...new Set(changed.map(nameOf).filter((name) => name !== ''))];
    const isShown = cameBack || changed.length > 0;
    bar.hidden = !isShown;
    bar.toggleAttribute('data-active', isShown);
    if (line !== null) {
      line.hidden = false;
      line.textContent = sentence(bar.dataset, names);
      line.title = names.join(', ');
    }
    if (place !== null) place.value = changed.at(-1)?.closest('section[id]')?.id ?? '';
  };
  const onChange = ({ target, type }: Event) => {
    const isFirst = !bar.hasAttribute('data-active');
    update();
    if (bar.hidden || !(target instanceof HTMLElement)) return;
    if (isFirst || type === 'change') uncover(target, form, bar);
  };
  form.addEventListener('input', onChange);
  form.addEventListener('change', onChange);
  // The fields get their first values only after the event.
  form.addEventListener('reset', () => window.setTimeout(update));
  if (discard !== null) {
    discard.hidden = false;
    discard.addEventListener('click', () => {
      if (!cameBack) return form.reset();
      form.dataset.guarded = '';
      form.reset();
      const address = new URL(window.location.href);
      address.hash = '';
      // This parameter would restore the values that were typed before a sign-in.
      address.searchParams.delete('answer');
      window.location.assign(address);
    });
  }
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 's') return;
    if (bar.hidden) return;
    event.preventDefault();
    form.requestSubmit(save);
  });
  update();
}

/** In pixels, between a control and the bar. */
const gap = 12;

/** Scrolls the control that was just used and the next one out from under the bar, which would take the next click. */
function uncover(used: HTMLElement, form: HTMLFormElement, bar: HTMLElement): void {
  const controls = [...form.elements].filter(
    (one) => one instanceof HTMLElement && !bar.contains(one) && one.getClientRects().length > 0,
  );
  const next = controls[controls.indexOf(used) + 1];
  const bottoms = [used, ...(next === undefined ? [] : [next])].map(bottomOf);
  const top = bar.getBoundingClientRect().top;
  // A control far below is not what comes next on the screen.
  const covered = Math.max(...bottoms.filter((bottom) => bottom < window.innerHeight)) + gap - top;
  if (covered > 0 && Number.isFinite(covered)) window.scrollBy({ top: covered, behavior: 'instant' });
}

function bottomOf(control: Element): number {
  return (control.closest('label') ?? control).getBoundingClientRect().bottom;
}

/** Moves the bar to the end of the page, where it is always visible. Its controls stay part of the form. */
function toEnd(form: HTMLFormElement, bar: HTMLElement): void {
  if (form.id === '') form.id = `form-${[...document.forms].indexOf(form)}`;
  for (const control of bar.querySelectorAll('input, button')) control.setAttribute('form', form.id);
  form.closest('main')?.append(bar);
}

function nameOf(control: HTMLElement): string {
  let name = '';
  for (let field = control.closest<HTMLElement>('[data-field]'); field; ) {
    name = field.dataset.field ?? '';
    field = field.parentElement?.closest<HTMLElement>('[data-field]') ?? null;
  }
  return name;
}

function sentence({ one = '', many = '', some = '' }: DOMStringMap, names: readonly string[]): string {
  if (names.length === 0) return some;
  return `${names.length === 1 ? one : many.replace('{count}', String(names.length))}: ${names.join(', ')}`;
}
