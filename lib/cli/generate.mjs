import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';

const schemaFile = inProject('prisma', 'schema.prisma');

/** As deep below the project's folder as the original, so that its output path leads to the same place. */
const derivedFile = inProject('dist', 'postgresql.prisma');

function inputs() {
  const prisma = readFileSync(inProject('node_modules', 'prisma', 'package.json'));
  return digest(readFileSync(schemaFile), readFileSync(inProject('lib', 'db', 'derive-schema.mjs')), prisma);
}

/** Generates the two Prisma clients from the single schema. */
export const generate = stampedStep({
  title: 'Generating the database clients',
  stamp: inProject('lib', 'db', 'generated', '.stamp'),
  inputs,
  async make() {
    const { derivePostgresSchema } = await import('../db/derive-schema.mjs');
    writeFileSync(derivedFile, derivePostgresSchema(readFileSync(schemaFile, 'utf8')));
    try {
      await Promise.all([generateClient(schemaFile), generateClient(derivedFile)]);
    } finally {
      rmSync(derivedFile, { force: true });
    }
  },
});

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
