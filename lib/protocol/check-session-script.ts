/**
 * Answers `changed`, `unchanged` or `error` to the page that asks, and to no other origin (security #129,
 * CVE-2024-1249): a message is text, comes from the window around the frame, and its origin is part of what is hashed.
 * The cookie holds the sids that live in this browser; no cookie stands for nobody.
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
    if (source !== parent || source === window || origin === 'null') return;
    const answer = typeof data === 'string' && data.length < 300 ? check(data, origin) : Promise.resolve('error');
    answer.catch(() => 'error').then((text) => source.postMessage(text, origin));
  });
})();`;
}
