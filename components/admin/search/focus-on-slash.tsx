'use client';

import { useEffect } from 'react';

/** Where a slash is a letter like others. */
const typing = 'input, textarea, select, [contenteditable]';

/** The slash key goes to a field, from wherever nobody is typing. */
export function FocusOnSlash({ id }: { readonly id: string }) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isPlain || (event.target instanceof Element && event.target.closest(typing) !== null)) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [id]);
  return null;
}
