import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { isPermitted } from '../access/permission';
import type { AdminContext } from '../admin-context';
import { notFound } from '../not-found';
import { readUserFactors } from './read-factors';
import { countUserSessions, readUserApps, readUserIdentities, readUserSessions, type UserFacts } from './read-user';

/** The question before an action on a user. */
export type UserQuestion = keyof typeof adminTexts.confirmations.users;

export function isUserQuestion(what: string): what is UserQuestion {
  return Object.hasOwn(adminTexts.confirmations.users, what);
}

/** Administrators cannot disable themselves or remove their own factors here. Only owners set roles. */
export function mayAsk(
  what: UserQuestion,
  { mayChange, isSelf, enabled }: Pick<UserFacts, 'mayChange' | 'isSelf' | 'enabled'>,
  { principal }: Pick<AdminContext, 'principal'>,
): boolean {
  if (what === 'role') return isPermitted(principal.role, 'own');
  if (what === 'enable') return mayChange && !enabled;
  const isForOthers = what === 'disable' || what === 'delete' || what === 'remove-factor';
  return mayChange && !(isSelf && isForOthers);
}

type Asked = {
  readonly admin: AdminContext;
  readonly user: UserFacts;
  /** The parameters that identify the object of the action. */
  readonly query: Readonly<Record<string, string>>;
};

type Question = {
  /** The object of the action, for the title. */
  readonly name: string;
  /** The hidden inputs of the form. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Current counts. */
  readonly facts: readonly (readonly [label: string, value: string])[];
};

/** The question before an action on a user. @throws AdminError `not_found` for an object that no longer exists */
export async function askAbout(what: UserQuestion, { admin, user, query }: Asked): Promise<Question> {
  const { sub, username } = user;
  switch (what) {
    case 'enable':
      return { name: username, hidden: { sub, enabled: 'true' }, facts: [] };
    case 'disable':
      return { name: username, hidden: { sub, enabled: 'false' }, facts: await countUse(admin, sub) };
    case 'delete':
    case 'sign-out':
      return { name: username, hidden: { sub }, facts: await countUse(admin, sub) };
    case 'role':
      return { name: username, hidden: { sub }, facts: [] };
    case 'end-session':
      return askAboutSession(admin, user, query.id ?? '');
    case 'revoke-app': {
      const app = (await readUserApps(admin, sub)).find(({ clientId }) => clientId === query.id);
      if (app === undefined) throw notFound();
      const facts = [[adminTexts.users.apps.columns.scopes, app.scope.join(' ')]] as const;
      return { name: app.name, hidden: { sub, client_id: app.clientId }, facts };
    }
    case 'remove-factor': {
      const factor = (await readUserFactors(admin, sub)).factors.find(({ id }) => id === query.id);
      if (factor === undefined) throw notFound();
      const { kinds } = adminTexts.users.factors;
      return { name: factor.name ?? kinds[factor.kind], hidden: { sub, factor: factor.id }, facts: [] };
    }
    case 'unlink':
      return askAboutIdentity(admin, user, query);
    default:
      return what satisfies never;
  }
}

async function countUse(admin: AdminContext, sub: string): Promise<Question['facts']> {
  const { tabs } = adminTexts.users;
  const [sessions, apps] = [await countUserSessions(admin, sub), await readUserApps(admin, sub)];
  return [
    [tabs.sessions, formatNumber(sessions)],
    [tabs.apps, apps.length === 0 ? '0' : `${apps.length}: ${apps.map(({ name }) => name).join(', ')}`],
  ];
}

async function askAboutSession(admin: AdminContext, { sub, username }: UserFacts, sid: string): Promise<Question> {
  const [session] = await readUserSessions(admin, { sub, sid });
  if (session === undefined) throw notFound();
  const { columns, unknownBrowser } = adminTexts.users.sessions;
  const { browser, address, clients } = session;
  const facts = [
    [columns.where, [browser ?? unknownBrowser, ...(address === null ? [] : [address])].join(' · ')],
    [columns.apps, clients.map((client) => client.name).join(', ') || '0'],
  ] as const;
  return { name: username, hidden: { sub, sid }, facts };
}

async function askAboutIdentity(admin: AdminContext, { sub }: UserFacts, query: Asked['query']): Promise<Question> {
  const identities = await readUserIdentities(admin, sub);
  const found = identities.find(
    ({ provider, issuer, subject }) =>
      provider === query.provider && issuer === query.issuer && subject === query.subject,
  );
  if (found === undefined) throw notFound();
  const { provider, issuer, subject, providerName } = found;
  const facts = [[adminTexts.users.identities.columns.subject, subject]] as const;
  return { name: providerName, hidden: { sub, provider, issuer, subject }, facts };
}
