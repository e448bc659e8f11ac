/**
 * @typedef {object} BundledData
 * @property {string} name
 * @property {string} file the file that is read, relative to the project's folder
 * @property {string | null} package the package that contains it, and its version; null if it is in this repository
 * @property {string} source where it was created
 * @property {string} license an SPDX expression
 * @property {string | null} sha256 the hash of the file in hex; null if it is in this repository, which has its history
 * @property {string} usedBy
 */

/**
 * Data of others that the build contains or that is read at run time. The licenses of code do not cover it. Fonts come
 * from people's devices, and a file with the places of addresses belongs to the operator (SIGNET_GEOIP), so neither is
 * listed here.
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
    usedBy: 'lib/users/common-passwords.ts',
  },
  {
    name: 'names of authenticators by AAGUID',
    file: 'node_modules/@passwordless-id/webauthn/dist/esm/authenticatorMetadata.js',
    package: '@passwordless-id/webauthn@2.4.0',
    source: 'https://mds.fidoalliance.org and https://github.com/passkeydeveloper/passkey-authenticator-aaguids',
    license: 'MIT',
    sha256: '47783d75082bdf760a7d64dc9d1e21df7d88e37674f63bf6fd8b275501803215',
    usedBy: 'lib/factors/passkeys/passkey.ts',
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
