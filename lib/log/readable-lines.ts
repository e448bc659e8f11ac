const levelNames: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' };

/** Turns JSON log lines into readable ones: time, level, message, then the other fields as name=value. */
export function readableLines(print: (line: string) => void): { write(line: string): void } {
  return { write: (line) => print(`${toReadable(JSON.parse(line))}\n`) };
}

function toReadable({ time, level, msg, err, ...fields }: Record<string, unknown>): string {
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${clean(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const clock = String(time).slice(11, 19);
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${cleanLines(String(err.stack))}` : '';
  return `${clock} ${levelNames[Number(level)] ?? level} ${clean(String(msg))} ${shown.join(' ')}`.trimEnd() + stack;
}

/** A caller's text must not control the terminal. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** The lines of a stack. Its message may contain a caller's text. */
function cleanLines(text: string): string {
  return text.split('\n').map(clean).join('\n');
}
