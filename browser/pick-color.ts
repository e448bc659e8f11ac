/**
 * Lets the browser's own picker write into the field of a color that `data-picks-for` names by its id, and shows in the
 * swatch beside it what is typed.
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
