/** How long the page waits for its frames. */
const frameTimeoutMs = 5_000;

/**
 * The script of the signed-out page. It comes before the frames and listens in the capturing phase, so that it misses
 * no event. It shows the state of each client, and then follows the link back if this is allowed.
 */
export const loggedOutScript = `(() => {
  const status = document.getElementById('frames');
  const waiting = new Map();
  for (const row of document.querySelectorAll('[data-frames]')) waiting.set(row.id, Number(row.dataset.frames));
  const seen = new Set();
  let over = false;
  const say = (id, text) => {
    document.getElementById(id).lastElementChild.textContent = text;
  };
  const finish = (text) => {
    if (over) return;
    over = true;
    status.textContent = text;
    const link = document.querySelector('a[data-follow]');
    if (link) location.replace(link.href);
  };
  document.addEventListener('load', ({ target }) => {
    if (!(target instanceof HTMLIFrameElement) || seen.has(target)) return;
    seen.add(target);
    const id = target.dataset.app;
    const left = waiting.get(id) - 1;
    waiting.set(id, left);
    if (left > 0) return;
    waiting.delete(id);
    say(id, status.dataset.told);
    if (waiting.size === 0) finish(status.dataset.done);
  }, true);
  setTimeout(() => {
    for (const id of waiting.keys()) say(id, status.dataset.failed);
    finish(status.dataset.slow);
  }, ${frameTimeoutMs});
})();`;
