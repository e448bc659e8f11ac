import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '..', '..');

/** @type {import('next').NextConfig} */
export default {
  // The packages are those of the repository.
  turbopack: { root: repository },
  outputFileTracingRoot: repository,
  // `npm test` checks the types together with the rest of the repository.
  typescript: { ignoreBuildErrors: true },
};
