'use client';

import { useEffect, useState } from 'react';

type ShowPasswordProps = {
  /** The id of the password field. */
  readonly field: string;
  readonly show: { readonly text: string; readonly label: string };
  readonly hide: { readonly text: string; readonly label: string };
};

/** Shows and hides what is typed into a password field. Exists only where scripts run. */
export function ShowPassword({ field, show, hide }: ShowPasswordProps) {
  const [ready, setReady] = useState(false);
  const [visible, setVisible] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    const input = document.getElementById(field);
    if (!(input instanceof HTMLInputElement)) return;
    input.type = visible ? 'text' : 'password';
    // Sent as text, the browser would offer the password again among things typed before.
    const conceal = () => {
      input.type = 'password';
      setVisible(false);
    };
    input.form?.addEventListener('submit', conceal);
    return () => input.form?.removeEventListener('submit', conceal);
  }, [field, visible]);
  if (!ready) return null;
  const words = visible ? hide : show;
  return (
    <button
      type="button"
      aria-controls={field}
      aria-label={words.label}
      onClick={() => setVisible(!visible)}
      className="absolute inset-e-0.5 inset-y-0.5 rounded-[calc(var(--radius)-2px)] px-3 font-medium text-muted-foreground text-sm hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2"
    >
      {words.text}
    </button>
  );
}
