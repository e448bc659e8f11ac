import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/** Vitest's set-up for each file: a console line that no test asked for fails the test that wrote it. */
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
