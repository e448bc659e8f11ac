/**
 * @typedef {object} BundledData
 * @property {string} name
 * @property {string} file what is read, below the project's folder
 * @property {string | null} package the package it comes with, and its version; null: it lies in this repository
 * @property {string} source where it was made
 * @property {string} license an SPDX expression
 * @property {string | null} sha256 of the file, in hex; null: it lies in this repository, whose history tells
 * @property {string} usedBy
 */

/**
 * The data of others that the build contains or that is read at run time, which no license of code tells. Fonts are those
 * of people's devices, and a file that knows where addresses are is the operator's own (SIGNET_GEOIP): neither is here.
 * @type {readonly BundledData[]}
 */
export const bundledData = [
  {
    name: 'most used passwords',
    file: 'node_modules/@zxcvbn-ts/language-common/src/passwords.json',
    package: '@zxcvbn-ts/language-common@4.1.3',
    source: 'https://github.com/zxcvbn-ts/zxcvbn',
    license: 'MIT',
    sha256: 'f422773d94d630f27e08b26d7017e847bb1feb2a84809340e9c0b0c47b33e3f1',
    usedBy: 'lib/users/listed-passwords.ts',
  },
  {
    name: 'names of authenticators by AAGUID',
    file: 'node_modules/@passwordless-id/webauthn/dist/esm/authenticatorMetadata.js',
    package: '@passwordless-id/webauthn@2.4.0',
    source: 'https://mds.fidoalliance.org and https://github.com/passkeydeveloper/passkey-authenticator-aaguids',
    license: 'MIT',
    sha256: '47783d75082bdf760a7d64dc9d1e21df7d88e37674f63bf6fd8b275501803215',
    usedBy: 'lib/factors/passkeys/authenticator-name.ts',
  },
  {
    name: 'outlines of icons (Lucide)',
    file: 'components/ui/icon.tsx',
    package: null,
    source: 'https://lucide.dev',
    license: 'ISC',
    sha256: null,
    usedBy: 'components/ui/icon.tsx',
  },
];
