'use client';

import { useEffect, useRef } from 'react';

/** After this the form may be sent again: the person may have pressed Stop. Milliseconds. */
const giveUpAfter = 8000;

/** Marks the pressed button while its form is on the way, says so, and holds back a second press. */
export function PendingSubmit({ message }: { readonly message: string }) {
  const status = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = status.current?.closest('form');
    if (!form || !status.current) return;
    return watchForm(form, status.current, message);
  }, [message]);
  return <span ref={status} role="status" className="sr-only" />;
}

function watchForm(form: HTMLFormElement, status: HTMLElement, message: string): () => void {
  let pressed: HTMLElement | null = null;
  let timer = 0;
  const release = () => {
    window.clearTimeout(timer);
    pressed?.removeAttribute('data-pending');
    pressed?.removeAttribute('aria-disabled');
    pressed = null;
    status.textContent = '';
  };
  const hold = (event: SubmitEvent) => {
    if (pressed) return event.preventDefault();
    // Never `disabled`: the browser would leave the button's name and value out of what it sends.
    pressed = event.submitter;
    pressed?.setAttribute('data-pending', '');
    pressed?.setAttribute('aria-disabled', 'true');
    status.textContent = message;
    timer = window.setTimeout(release, giveUpAfter);
  };
  form.addEventListener('submit', hold);
  // A page that comes back from the browser's cache is ready again.
  window.addEventListener('pageshow', release);
  return () => {
    release();
    form.removeEventListener('submit', hold);
    window.removeEventListener('pageshow', release);
  };
}
