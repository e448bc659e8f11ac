import { useEffect, useRef } from 'react';
import { isTooLong } from '#lib/admin/clients/draft';

/** Browsers refuse an address that changes with every key. */
const pauseMs = 300;

/**
 * Keeps what is typed into a form in the address of its page, as far as an address may be long.
 * @param names the fields that are kept, those with several values with spaces; absent: nothing is
 * @returns what to call with the form when something in it changed
 */
export function useDraft(names: readonly string[] | undefined): (form: HTMLFormElement) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (form) => {
    if (names === undefined) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Another address would end what the form is sent for.
      if (form.ariaBusy === 'true') return;
      const typed = new FormData(form);
      const query = new URLSearchParams(names.map((name) => [name, typed.getAll(name).join(' ')]));
      // Nobody would read it there, and the form itself is sent to this address, whose length the server limits.
      if (isTooLong(query)) return;
      window.history.replaceState(null, '', `?${query}`);
    }, pauseMs);
  };
}
