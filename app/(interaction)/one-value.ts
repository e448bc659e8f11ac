/** A value of a page's query; null if it is missing or came twice. */
export function oneValue(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
