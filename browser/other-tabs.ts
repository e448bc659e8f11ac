/**
 * Shows the note of a sign-in page, `data-signed-in-elsewhere`, if the person signed in in another tab meanwhile. The page
 * is asked for again when the person comes back to it: if it no longer asks for a sign-in, it has no such note. Nothing is
 * reloaded, because something may have been typed here.
 */
export function noticeOtherTabs(): void {
  const note = document.querySelector<HTMLElement>('[data-signed-in-elsewhere]');
  if (note === null) return;
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible' || !note.hidden) return;
    note.hidden = await asksToSignIn().catch(() => true);
  });
}

async function asksToSignIn(): Promise<boolean> {
  const answer = await fetch(window.location.href, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return false;
  // 409: the sign-in is finished. Any other refusal says nothing about a sign-in.
  return (!answer.ok && answer.status !== 409) || (await answer.text()).includes('data-signed-in-elsewhere');
}
