/**
 * Lets the browser's color picker write into the field whose id is in `data-picks-for`, and shows a typed color in the
 * swatch next to the field.
 */
export function pickColors(): void {
  for (const picker of document.querySelectorAll<HTMLInputElement>('input[data-picks-for]')) {
    const field = document.getElementById(picker.dataset.picksFor ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    const swatch = picker.parentElement?.querySelector('[data-swatch]');
    picker.addEventListener('input', (event) => {
      event.stopPropagation();
      field.value = picker.value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    field.addEventListener('input', () => {
      swatch?.setAttribute('fill', CSS.supports('color', field.value) ? field.value : 'none');
      if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value;
    });
  }
}
