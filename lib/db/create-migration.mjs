// npm run db:migration: writes the initial migration of both dialects again, until the first release.
// npm run db:migration NAME "SENTENCE": writes the SQL of both dialects that changes the schema from the existing
// migrations to the models. The sentence says what it is for.
import { runTypeScript } from '../testing/run-typescript.mjs';

const [word, sentence = ''] = process.argv.slice(2);
const { rewriteInitialMigration, writeMigration } = await runTypeScript('lib/testing/write-migration.ts');
try {
  const root = process.cwd();
  const files = word === undefined ? await rewriteInitialMigration(root) : await writeMigration(root, word, sentence);
  console.log(files.length === 0 ? 'The migrations already match prisma/schema.prisma.' : files.join('\n'));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nUsage: npm run db:migration [NAME "SENTENCE"]`);
  process.exitCode = 1;
}
