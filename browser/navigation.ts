/** Scrolls a navigation to its current item if the style sheet does not. */
export function showCurrentItem(): void {
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  const current = document.querySelector('nav [aria-current]');
  const scroller = current?.closest('nav');
  if (!current || !scroller) return;
  const { top, height } = current.getBoundingClientRect();
  scroller.scrollTop += top + height / 2 - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
}
