const key = 'signet.passkey';

/** Keeps in this tab which passkey was shown or made, in case that the next page says it is unknown. */
export function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** The passkey that was shown or made last, once. */
export function takeLast(): string | null {
  try {
    const id = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return id;
  } catch {
    return null;
  }
}
