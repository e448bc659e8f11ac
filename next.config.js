import { hashInputs } from './lib/cli/build-inputs.mjs';

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The server compresses what it has made of the framework's answer.
  compress: false,
  // A 308 to another spelling of the address would make a client send its credentials again.
  skipTrailingSlashRedirect: true,
  // Nodes that run the same sources agree on it.
  generateBuildId: hashInputs,
  // Where pages of the administration were before.
  redirects: () =>
    [
      ['/admin/requests/traces/:path*', '/admin/debug/traces/:path*'],
      ['/admin/requests/:path*', '/admin/debug/requests/:path*'],
      ['/admin/simulate', '/admin/debug/simulator'],
      ['/admin/scopes/try', '/admin/debug/simulator'],
      ['/admin/debug/tokens', '/admin/debug/simulator'],
      ['/admin/clients/:client/try', '/admin/debug/simulator?client=:client'],
    ].map(([source = '', destination = '']) => ({ source, destination, permanent: true })),
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  // No optimizer that fetches what a query names; the portal's images are small.
  images: { unoptimized: true },
  // `npm test` checks the types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // server.ts loads what pages need, in turns. Next would also load its own copy of the protocol, which is seldom used.
  experimental: { preloadEntriesOnStart: false },
  serverExternalPackages: [
    '@node-rs/argon2',
    '@simplewebauthn/server',
    'better-sqlite3',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
  ],
};
