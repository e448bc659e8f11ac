/** The value of a query parameter, or null if it is missing or repeated. */
export function oneValue(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
