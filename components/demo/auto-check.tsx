'use client';

import { useEffect, useRef } from 'react';

/** Presses the form's button after the interval, as a device polls by itself. */
export function AutoCheck({ seconds }: { readonly seconds: number }) {
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => anchor.current?.closest('form')?.requestSubmit(), seconds * 1000);
    return () => window.clearTimeout(timer);
  }, [seconds]);
  return <span ref={anchor} hidden />;
}
