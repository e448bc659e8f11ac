import { isTest, type SourceFile, withoutComments } from './source-file';

/**
 * Each function that writes a factor, a password, an address, a username, a role or an identity, with every file that
 * may call it besides its own. Each of these files checks who changes it, or is called by those of this list alone
 * (security #190, #192). A new caller is a new door: guard it before you add it here.
 */
const writers: Readonly<Record<string, readonly string[]>> = {
  insertPasskey: ['account/passkeys/submit-new-passkey', 'login/enrol/passkey'],
  removePasskey: ['account/passkeys/submit-passkey', 'admin/users/factor-actions'],
  removePasskeys: ['users/remove-factors'],
  saveAuthenticator: ['account/factors/submit-authenticator', 'login/enrol/totp'],
  saveSealedAuthenticator: ['config/second-factors'],
  deleteAuthenticator: [
    'account/factors/submit-authenticator',
    'admin/users/factor-actions',
    'config/second-factors',
    'users/remove-factors',
  ],
  replaceRecoveryCodes: ['account/factors/submit-recovery-codes', 'factors/first-codes'],
  deleteRecoveryCodes: ['admin/users/factor-actions', 'factors/settle-removal', 'users/remove-factors'],
  giveFirstCodes: ['account/factors/submit-authenticator', 'account/passkeys/submit-new-passkey', 'login/submit-enrol'],
  removeFactors: ['sessions/update-account', 'users/replace-password'],
  removeFactorsSince: ['account/email/undo-email'],
  writeTotp: ['config/sections/users'],
  setPassword: ['account/security/submit-password', 'users/replace-password'],
  restorePassword: ['account/email/undo-email'],
  replacePasswordHash: ['users/authenticate-user'],
  replacePassword: ['account/recovery/recover-account', 'cli/user-command', 'users/password-link'],
  setClaims: [
    'account/email/undo-email',
    'account/email/verify-email',
    'account/profile/change-profile',
    'federation/accounts',
  ],
  createUser: [
    'admin/users/save-user',
    'cli/user-command',
    'federation/accounts',
    'login/sign-up/create-newcomer',
    'users/owner/owner-setup',
  ],
  newUserRow: ['config/sections/users'],
  updateUser: ['sessions/update-account'],
  updateAccount: [
    'account/profile/submit-username',
    'admin/users/save-user',
    'admin/users/user-actions',
    'config/sections/users',
  ],
  createIdentity: ['federation/accounts'],
  removeIdentities: ['account/email/undo-email', 'sessions/update-account', 'users/replace-password'],
  removeIdentity: ['admin/users/user-actions'],
};

/** The statements that add, replace or remove a factor or an identity, and the stores that have them. */
const factorStatement =
  /\.(passkey|authenticator|recoveryCode|userIdentity)\.(create|createMany|upsert|delete|deleteMany)\(/;
const factorStores = new Set(
  [
    ...['admin/users/account-store', 'factors/authenticator-store', 'factors/passkeys/passkey-store'],
    ...['factors/recovery-code-store', 'factors/sealed-authenticator-store', 'users/identity-store'],
    'users/recovered-store',
  ].map(toPath),
);

/** The columns of a person that give access, in the data of a statement, and the stores that write them. */
const accessColumn =
  /\bdata: \{[^}]*\b(username|canonicalUsername|canonicalEmail|emailVerified|passwordHash|passwordKind|passwordCarries|admin|claims)\b[:,\s]/;
const accountStatement = /\.user\.(create|createMany|update|updateMany|updateManyAndReturn|upsert)\(/;
const accountStores = new Set(['users/user-store', 'users/password-store', 'users/recovered-store'].map(toPath));
/** It locks the owners by writing the value that they have. */
const locks = toPath('admin/users/account-store');

function toPath(name: string): string {
  return `lib/${name}.ts`;
}

/** One line for each file that writes what gives access to an account, and is not among those that may. */
export function checkAccountWrites(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => !isTest(path)).flatMap(checkFile);
}

function checkFile({ path, source }: SourceFile): string[] {
  const code = withoutComments(source);
  const calls = Object.entries(writers).filter(([name, callers]) => {
    const isDefinedHere = new RegExp(`\\bfunction ${name}\\b`).test(code);
    return !isDefinedHere && new RegExp(`\\b${name}\\(`).test(code) && !callers.some((one) => toPath(one) === path);
  });
  const writesFactor = factorStatement.test(code) && !factorStores.has(path);
  const writesAccount =
    accountStatement.test(code) && accessColumn.test(code) && !accountStores.has(path) && path !== locks;
  return [
    ...calls.map(([name]) => `${path}: ${name}() is called by those alone who check who changes the account`),
    ...(writesFactor ? [`${path}: factors and identities are written in their stores`] : []),
    ...(writesAccount ? [`${path}: what gives access to an account is written in lib/users`] : []),
  ];
}

/** The callers of the list that call no longer, so that the list stays true. */
export function findFormerCallers(files: readonly SourceFile[]): string[] {
  const sources = new Map(files.map(({ path, source }) => [path, withoutComments(source)]));
  return Object.entries(writers).flatMap(([name, callers]) =>
    callers
      .filter((caller) => !new RegExp(`\\b${name}\\(`).test(sources.get(toPath(caller)) ?? ''))
      .map((caller) => `${caller} does not call ${name}()`),
  );
}
