/** How often a waiting terminal is told something new, and a file that nobody watches. */
const terminalMs = 500;
const fileMs = 15_000;

/**
 * Shows on stderr what a preparation does: the step, how far it is, and the seconds since it began. In a terminal it is
 * one line that changes.
 * @param {string} title such as `2 of 4: Building`
 * @param {(progress: { tell: (text: string) => void }) => Promise<void>} work tells how far it is
 * @param {{ write: (text: string) => unknown, isTTY?: boolean, columns?: number }} [stream]
 */
export async function withProgress(title, work, stream = process.stderr) {
  const started = performance.now();
  let told = '';
  let length = 0;
  const line = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    return `${title} …${told === '' ? '' : ` ${told},`} ${seconds} s`;
  };
  const show = () => {
    if (stream.isTTY !== true) return stream.write(`${line()}\n`);
    const text = line().slice(0, (stream.columns ?? 80) - 1);
    stream.write(`\r${text.padEnd(length)}`);
    length = text.length;
  };
  if (stream.isTTY !== true) stream.write(`${title} …\n`);
  const timer = setInterval(show, stream.isTTY === true ? terminalMs : fileMs);
  try {
    await work({
      tell: (text) => {
        told = text;
      },
    });
    show();
  } finally {
    clearInterval(timer);
    if (stream.isTTY === true) stream.write('\n');
  }
}
