/** In milliseconds: no request is sent until the person stops typing for this long. */
const pauseMs = 120;

type Parts = {
  readonly input: HTMLInputElement;
  /** The list box with the results. */
  readonly list: HTMLElement;
  /** Finds the matches of a text. Null if the request fails. */
  readonly find: (text: string, signal: AbortSignal) => Promise<Element | null>;
  /** The first option becomes active immediately, and Enter waits for the results of the last text. */
  readonly isEager: boolean;
  /** Called after the results are shown. */
  readonly onShown: (found: Element) => void;
  readonly onChosen: (option: HTMLElement) => void;
};

export type Combobox = {
  /** Requests the matches immediately. */
  readonly ask: () => Promise<void>;
  /** Empties the list. */
  readonly clear: () => void;
};

/**
 * A text field with a list of matching options, following the ARIA pattern: the focus stays in the field, and the arrow
 * keys move the active option.
 */
export function attachCombobox({ input, list, isEager, find, onShown, onChosen }: Parts): Combobox {
  let asked: AbortController | null = null;
  let timer: number | undefined;
  let isEnterWaiting = false;
  const options = () =>
    [...list.querySelectorAll<HTMLElement>('[role=option]')].filter((one) => !one.closest('[hidden]'));
  const active = () => options().find((one) => one.ariaSelected === 'true');
  const activate = (option: HTMLElement | undefined) => {
    for (const one of options()) one.ariaSelected = String(one === option);
    if (option === undefined) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const clear = () => {
    window.clearTimeout(timer);
    asked?.abort();
    asked = null;
    isEnterWaiting = false;
    list.replaceChildren();
    activate(undefined);
  };
  const ask = async () => {
    window.clearTimeout(timer);
    asked?.abort();
    const own = new AbortController();
    asked = own;
    const found = await find(input.value.trim(), own.signal);
    if (asked !== own) return;
    asked = null;
    if (found === null) return;
    list.replaceChildren(...found.childNodes);
    onShown(found);
    options().forEach((option, index) => {
      option.id = `${list.id}-${index}`;
    });
    activate(isEager ? options()[0] : undefined);
    const first = active();
    if (isEnterWaiting && first !== undefined) onChosen(first);
    isEnterWaiting = false;
  };
  const move = (step: number) => {
    const all = options();
    const current = active();
    const place = current === undefined ? -1 : all.indexOf(current);
    activate(all.at((place + step + all.length) % Math.max(all.length, 1)));
  };
  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    asked?.abort();
    asked = new AbortController();
    timer = window.setTimeout(ask, pauseMs);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key !== 'Enter') return;
    else if (isEager && asked !== null) isEnterWaiting = true;
    else {
      const option = active();
      if (option === undefined) return;
      onChosen(option);
    }
    event.preventDefault();
  });
  list.addEventListener('mousemove', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
    if (option !== null && option !== active()) activate(option);
  });
  // Somebody may type before this script is there.
  if (document.activeElement === input && input.value !== input.defaultValue) void ask();
  return { ask, clear };
}
