/**
 * The licenses that packages may have. A person must read a new one before it is added. `installed` is for packages
 * that run at an operator's site, `development` for packages that are only used to test and build.
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
    // lightningcss, which creates the style sheet. Changed files would have to be published, and we change none.
    'MPL-2.0',
    // caniuse-lite, data about browsers. `npm run licenses` lists its authors.
    'CC-BY-4.0',
    // elkjs, in the studio of prisma, which is never started. Unchanged, as for MPL-2.0.
    'EPL-2.0',
    // libvips, used by sharp. It is a separate library that is loaded unchanged, and that anybody can replace.
    'LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  ],
  development: ['MIT OR Apache-2.0', '(MIT OR EUPL-1.1+)'],
};
