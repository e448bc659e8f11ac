import { visibleText } from '#lib/i18n/display-text';

/**
 * A name from outside. It cannot change the direction of the text around it, and spaces replace its invisible characters.
 */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{visibleText(children)}</bdi>;
}
