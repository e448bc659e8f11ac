import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { createStamp, digest } from './stamp.mjs';

const stamp = createStamp(inProject('lib', 'db', 'generated', '.stamp'));
const schemaFile = inProject('prisma', 'schema.prisma');

/** Two levels below the same folder as the original, so that the output path in it leads to the same place. */
const derivedFile = inProject('dist', 'postgresql.prisma');

function wanted() {
  const prisma = readFileSync(inProject('node_modules', 'prisma', 'package.json'));
  return digest(readFileSync(schemaFile), readFileSync(inProject('lib', 'db', 'derive-schema.mjs')), prisma);
}

/** The two Prisma clients, from the one schema. */
export const generate = {
  title: 'Generating the database clients',
  isNeeded: () => !stamp.matches(wanted()),
  async run() {
    stamp.clear();
    const { derivePostgresSchema } = await import('../db/derive-schema.mjs');
    writeFileSync(derivedFile, derivePostgresSchema(readFileSync(schemaFile, 'utf8')));
    try {
      await Promise.all([generateClient(schemaFile), generateClient(derivedFile)]);
    } finally {
      rmSync(derivedFile, { force: true });
    }
    stamp.write(wanted());
  },
};

/** @param {string} schema path */
function generateClient(schema) {
  const prisma = inProject('node_modules', 'prisma', 'build', 'index.js');
  return runTool(
    'prisma generate',
    [process.execPath, prisma, 'generate'],
    plainEnvironment({
      SIGNET_PRISMA_SCHEMA: schema,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    }),
  );
}
