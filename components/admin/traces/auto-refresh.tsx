'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

const everyMs = 2_000;

/**
 * Looks again every two seconds while the page is seen, until somebody pauses it (WCAG 2.2.2). Nothing is announced:
 * what moves by itself would talk all the time. Without scripts it is not there, and a link does the same.
 */
export function AutoRefresh() {
  const { refresh } = useRouter();
  const [state, setState] = useState<'none' | 'running' | 'paused'>('none');
  const { pause, resume } = adminTexts.traces;
  useEffect(() => setState('running'), []);
  useEffect(() => {
    if (state !== 'running') return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), everyMs);
    return () => clearInterval(timer);
  }, [state, refresh]);
  if (state === 'none') return null;
  const isRunning = state === 'running';
  return (
    <Button type="button" variant="quiet" onClick={() => setState(isRunning ? 'paused' : 'running')}>
      {isRunning ? pause : resume}
    </Button>
  );
}
