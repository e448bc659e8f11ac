import { defineConfig } from 'prisma/config';

// `prisma generate` asks for a schema engine it never runs; naming any program keeps it from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: process.env.SIGNET_PRISMA_SCHEMA ?? 'prisma/schema.prisma' });
