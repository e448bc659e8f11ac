/**
 * @typedef {object} MinimumVersion
 * @property {string} name
 * @property {string} version the first acceptable version
 * @property {string} reason
 */

/**
 * Packages that must have at least a certain version, with the problem of earlier ones. A security notice about an
 * installed package becomes a row here, together with the update.
 * @type {readonly MinimumVersion[]}
 */
export const minimumVersions = [
  { name: 'next', version: '16.2.6', reason: 'CVE-2026-23869 and CVE-2026-23870: payloads of React Server Components' },
  {
    name: 'react',
    version: '19.2.6',
    reason: 'CVE-2025-55182, -55184 and -67779: code runs, or the process hangs, by a payload',
  },
  { name: 'react-dom', version: '19.2.6', reason: 'has to be of the version of react' },
  { name: 'jose', version: '6.0.0', reason: 'CVE-2024-28176 (fixed in 4.15.5): a small JWE expands without limit' },
  { name: 'prisma', version: '7.0.0', reason: 'the client runs without an engine that is downloaded' },
  { name: '@prisma/client', version: '7.0.0', reason: 'has to be of the version of prisma' },
  { name: 'better-sqlite3', version: '12.2.0', reason: 'contains SQLite 3.50.2, which repairs CVE-2025-6965' },
  {
    name: 'nodemailer',
    version: '7.0.7',
    reason: 'CVE-2025-13033: a mail goes to another domain than its address says',
  },
];
