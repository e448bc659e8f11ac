import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/** Vitest's setup for each file. A test fails if it writes an unexpected line to the console. */
const lines: string[] = [];

for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    lines.push(`console.${method}: ${format(...values)}`);
  };
}

function refuseLines(): void {
  const written = lines.splice(0);
  if (written.length > 0) throw new Error(`unexpected console line\n${written.join('\n')}`);
}

afterEach(refuseLines);
afterAll(refuseLines);
