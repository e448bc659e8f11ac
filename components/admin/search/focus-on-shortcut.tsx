'use client';

import { useEffect } from 'react';

/** Ctrl-K, or Cmd-K, goes to a field. A key alone would be hit by who speaks to the computer (WCAG 2.1.4). */
export function FocusOnShortcut({ id }: { readonly id: string }) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== 'k' || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [id]);
  return null;
}
