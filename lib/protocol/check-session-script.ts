/**
 * Answers `changed`, `unchanged` or `error` to the window that asks, and to no other origin (security #129,
 * CVE-2024-1249). A message must be a string, and come from the client's page or from another frame of that page,
 * because the client's own frame is a sibling of this one (Session Management §3.1). The sender's origin is part of the
 * hash, so a session_state for another origin reveals nothing (§3.2). The cookie contains the live sids of this
 * browser. Without it, nobody is signed in.
 * @param cookieName a fixed name of ours
 */
export function checkSessionScript(cookieName: string): string {
  return `(() => {
  const readSids = () => {
    const pair = document.cookie.split('; ').find((one) => one.startsWith('${cookieName}='));
    return pair === undefined ? [''] : pair.slice(${cookieName.length + 1}).split('.');
  };
  const hash = async (text) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '');
  };
  const check = async (message, origin) => {
    const parts = /^(.{1,100}) ([\\w-]{43})[.]([0-9a-f]{32})$/.exec(message);
    if (parts === null) return 'error';
    const [, clientId, expected, salt] = parts;
    const states = await Promise.all(readSids().map((sid) => hash(clientId + origin + sid + salt)));
    return states.includes(expected) ? 'unchanged' : 'changed';
  };
  addEventListener('message', ({ data, origin, source }) => {
    const isOfThePage = source === parent || source?.parent === parent;
    if (!isOfThePage || source === window || origin === 'null') return;
    const answer = typeof data === 'string' && data.length < 300 ? check(data, origin) : Promise.resolve('error');
    answer.catch(() => 'error').then((text) => source.postMessage(text, origin));
  });
})();`;
}
