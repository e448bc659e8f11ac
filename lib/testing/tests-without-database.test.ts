import { expect, it } from 'vitest';
import { listTestsWithoutDatabase } from './tests-without-database.mjs';

it('separates tests of pure functions from those that open a database, even indirectly', () => {
  const files = listTestsWithoutDatabase();
  expect(files).toContain('lib/vocabulary/json.test.ts');
  expect(files).toContain('lib/testing/tests-without-database.test.ts');
  for (const file of ['lib/protocol/token.test.ts', 'lib/db/open.test.ts', 'lib/admin/api/access.test.ts']) {
    expect(files).not.toContain(file);
  }
});
