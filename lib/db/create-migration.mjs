// npm run db:migration NAME: writes the SQL of both dialects that changes the schema from the existing migrations to
// the models.
import { runTypeScript } from '../testing/run-typescript.mjs';

const word = process.argv[2];
if (!word) {
  console.error('Usage: npm run db:migration NAME');
  process.exit(1);
}
const { writeMigration } = await runTypeScript('lib/testing/write-migration.ts');
const files = await writeMigration(process.cwd(), word);
console.log(files.length === 0 ? 'The migrations already match prisma/schema.prisma.' : files.join('\n'));
