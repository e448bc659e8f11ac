/** How long the page waits for its frames before it goes on without them. */
const frameTimeoutMs = 5_000;

/**
 * The script of the signed-out page. It stands before the frames and listens while the event is on its way down, so
 * that none is missed; then it says how it went and follows the link back, when the page has one that may be followed.
 */
export const loggedOutScript = `(() => {
  const status = document.getElementById('frames');
  let left = Number(status.dataset.count);
  let over = false;
  const finish = (text) => {
    if (over) return;
    over = true;
    status.textContent = text;
    const link = document.querySelector('a[data-follow]');
    if (link) location.replace(link.href);
  };
  document.addEventListener('load', ({ target }) => {
    if (target instanceof HTMLIFrameElement && (left -= 1) === 0) finish(status.dataset.done);
  }, true);
  setTimeout(() => finish(status.dataset.slow), ${frameTimeoutMs});
})();`;
