const key = 'signet.passkey';

/** Remembers in this tab which passkey was used or created, in case the next page says that it is unknown. */
export function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Storage is not available.
  }
}

/** Returns the last used or created passkey once. */
export function takeLast(): string | null {
  try {
    const id = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return id;
  } catch {
    return null;
  }
}
