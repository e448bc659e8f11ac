import { isTest, type SourceFile, withoutComments } from './source-file';

/**
 * The files that make each kind of proof, because they check what it says (see AccountProof), and those that create
 * accounts (security #190, #192). A new file is a new door: guard it before you add it here.
 */
const doors: Readonly<Record<string, readonly string[]>> = {
  "proven('person'": ['account/person', 'login/pending-person'],
  "proven('link'": ['users/account-link-store', 'users/password-link-store'],
  "proven('provider'": ['federation/accounts'],
  "proven('password'": ['users/authenticate-user'],
  "proven('administrator'": ['admin/access/strict-proof'],
  "proven('operator'": ['cli/user-commands', 'config/sections/users'],
  "proven('profile'": ['account/profile/change-profile'],
  'createUser(': [
    'admin/users/save-user',
    'cli/user-commands',
    'federation/accounts',
    'login/sign-up/submit',
    'users/owner/owner-setup',
    'users/user-store',
  ],
  'newUserRow(': ['config/sections/users', 'users/user-store'],
};

/** A call that hides which kind it makes. */
const anyDoor = /\bproven(?:<[^>]*>)?\((?!')|\bproven as\b|\bas AccountProof\b/;

/** The statements that add, replace or remove a factor or an identity, and the stores that have them. */
const factorStatement =
  /\.(passkey|authenticator|recoveryCode|userIdentity)\.(create|createMany|upsert|delete|deleteMany)\(/;
const factorStores = new Set(
  [
    ...['factors/authenticator-store', 'factors/passkeys/passkey-store', 'factors/recovery-code-store'],
    ...['users/identity-store', 'users/recovered-store'],
  ].map(toPath),
);

/** The columns of a person that give access, in the data of a statement, and the stores that write them. */
const accessColumn =
  /\bdata: \{[^}]*\b(username|canonicalUsername|canonicalEmail|emailVerified|passwordHash|passwordKind|passwordCarries|admin|claims|twoStep)\b[:,\s]/;
const accountStatement = /\.user\.(create|createMany|update|updateMany|updateManyAndReturn|upsert)\(/;
const accountStores = new Set(
  ['users/user-store', 'users/password-store', 'users/recovered-store', 'factors/two-step-store'].map(toPath),
);
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
  const opened = Object.entries(doors).filter(
    ([call, callers]) => calls(code, call) && !callers.map(toPath).includes(path),
  );
  const hides = anyDoor.test(code) && path !== toPath('vocabulary/account-proof');
  const writesFactor = factorStatement.test(code) && !factorStores.has(path);
  const writesAccount =
    accountStatement.test(code) && accessColumn.test(code) && !accountStores.has(path) && path !== locks;
  return [
    ...opened.map(([call]) => `${path}: ${call}…) is called by those alone who check who changes the account`),
    ...(hides ? [`${path}: a proof is made with its kind in the text`] : []),
    ...(writesFactor ? [`${path}: factors and identities are written in their stores`] : []),
    ...(writesAccount ? [`${path}: what gives access to an account is written in lib/users`] : []),
  ];
}

/** Whether code contains a call, and not a longer name that ends like it. */
function calls(code: string, call: string): boolean {
  return new RegExp(`(?<![\\w.])${call.replaceAll('(', '\\(')}`).test(code);
}

/** The files of the list that no longer do it, so that the list stays true. */
export function findFormerCallers(files: readonly SourceFile[]): string[] {
  const sources = new Map(files.map(({ path, source }) => [path, withoutComments(source)]));
  return Object.entries(doors).flatMap(([call, callers]) =>
    callers
      .filter((caller) => !calls(sources.get(toPath(caller)) ?? '', call))
      .map((caller) => `${caller}: no ${call}…)`),
  );
}
