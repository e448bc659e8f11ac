import { build, type Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { startTelemetry } from './start-telemetry';

describe('disabled OpenTelemetry', () => {
  it('is nothing', async () => {
    expect(await startTelemetry(null, { warn: () => undefined })).toBe(null);
  });

  it('is not loaded: only one dynamic import leads to its packages', async () => {
    const { inputs } = await bundle();
    const importsOf = (path: string) => inputs[path]?.imports ?? [];
    const direct = Object.keys(inputs).filter((path) => importsOf(path).some((one) => isPackage(one.path)));
    const entrances = Object.keys(inputs).flatMap((path) =>
      direct.includes(path) ? [] : importsOf(path).filter((one) => direct.includes(one.path)),
    );
    expect(direct.every((path) => path.startsWith('lib/telemetry/'))).toBe(true);
    expect(entrances.map(({ path, kind }) => [path, kind])).toEqual([
      ['lib/telemetry/open-telemetry.ts', 'dynamic-import'],
    ]);
  });
});

function isPackage(path: string): boolean {
  return path.startsWith('@opentelemetry/');
}

/** The imports of the command line and the server, without types. */
async function bundle(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: ['lib/cli/signet.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    metafile: true,
    logLevel: 'error',
    alias: { 'server-only': './lib/cli/empty.mjs' },
  });
  return metafile;
}
