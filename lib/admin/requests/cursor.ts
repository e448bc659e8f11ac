/** A place in the list of explanation records. */
export type ListPosition = { readonly at: Date; readonly reference: string };

/** The place as a parameter of an address: milliseconds and reference. */
export function writeCursor({ at, reference }: ListPosition): string {
  return `${at.getTime()}.${reference}`;
}

/** @returns null for a text that writeCursor() did not write */
export function readCursor(text: string | null): ListPosition | null {
  const [, time, reference] = /^(\d{1,15})\.([0-9A-Z]{10})$/.exec(text ?? '') ?? [];
  return time === undefined || reference === undefined ? null : { at: new Date(Number(time)), reference };
}
