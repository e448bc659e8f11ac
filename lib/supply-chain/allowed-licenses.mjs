/**
 * The licenses that packages may have. A new one is read by a person before it is added: `installed` holds for what runs
 * at an operator's, `development` for what only tests and builds.
 * @type {Readonly<Record<'installed' | 'development', readonly string[]>>}
 */
export const allowedLicenses = {
  installed: [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
    '(BSD-2-Clause OR MIT OR Apache-2.0)',
    '(MIT OR WTFPL)',
    'Apache-2.0 AND MIT',
    'MIT and ISC',
    // lightningcss, which makes the style sheet: files that we changed would have to be published, and we change none.
    'MPL-2.0',
    // caniuse-lite, data about browsers: its authors are named by `npm run licenses`.
    'CC-BY-4.0',
    // elkjs, in the studio of prisma, which is never started: unchanged, as MPL-2.0.
    'EPL-2.0',
    // libvips below sharp: a library of its own that is loaded, unchanged, and that anybody may replace.
    'LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  ],
  development: ['MIT OR Apache-2.0', '(MIT OR EUPL-1.1+)'],
};
