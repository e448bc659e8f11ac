/**
 * Lets people drag the rows of a table by their handles. `data-drag` has the name of the row. After a drop the form
 * `data-order` is sent with the names in their new order. The buttons that move a row by one stay for the keyboard.
 */
export function dragToReorder(): void {
  const form = document.querySelector<HTMLFormElement>('form:has([data-order])');
  const order = form?.querySelector<HTMLInputElement>('[data-order]');
  const handles = [...document.querySelectorAll<HTMLElement>('[data-drag]')];
  if (!form || !order || handles.length < 2) return;
  for (const handle of handles) {
    handle.hidden = false;
    handle.addEventListener('pointerdown', (event) => {
      const line = handle.closest('tr');
      if (event.button !== 0 || line === null) return;
      event.preventDefault();
      drag(event, { handle, line, done: () => send(form, order) });
    });
  }
}

type Dragged = { readonly handle: HTMLElement; readonly line: HTMLElement; readonly done: () => void };

/** Follows the pointer until it is released. Escape or a canceled pointer puts the row back. */
function drag({ pointerId }: PointerEvent, { handle, line, done }: Dragged): void {
  const [parent, next] = [line.parentElement, line.nextElementSibling];
  const ended = new AbortController();
  const { signal } = ended;
  const end = (isDropped: boolean) => {
    ended.abort();
    delete handle.dataset.dragging;
    if (!isDropped) parent?.insertBefore(line, next);
    else if (line.nextElementSibling !== next) done();
  };
  handle.setPointerCapture(pointerId);
  handle.dataset.dragging = '';
  handle.addEventListener('pointermove', ({ clientY }) => moveTo(line, clientY), { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}

/** Moves the rows that the pointer has passed to the other side. Moving the dragged row would release the pointer. */
function moveTo(line: HTMLElement, y: number): void {
  for (let above = line.previousElementSibling; above && y < middleOf(above); above = line.previousElementSibling) {
    line.after(above);
  }
  for (let below = line.nextElementSibling; below && y > middleOf(below); below = line.nextElementSibling) {
    line.before(below);
  }
}

function middleOf(line: Element): number {
  const { top, height } = line.getBoundingClientRect();
  return top + height / 2;
}

function send(form: HTMLFormElement, order: HTMLInputElement): void {
  const handles = document.querySelectorAll<HTMLElement>('[data-drag]');
  order.value = [...handles].map(({ dataset }) => dataset.drag).join(' ');
  form.requestSubmit();
}
