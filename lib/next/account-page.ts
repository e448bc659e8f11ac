import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { type AccountFormState, ConfirmForm } from '#components/account/account-form';
import { type AccountSection, AccountShell, type AccountShellProps } from '#components/account/account-shell';
import { ProblemView } from '#components/interaction/problem-view';
import { ButtonLink } from '#components/ui/button';
import { findAccountAnswer } from '#lib/account/account-answer';
import { type AccountState, accountFormToken, signInAddress } from '#lib/account/person';
import { personFrame, personView } from '#lib/account/person-view';
import { enoughForAccount, requireFresh } from '#lib/account/require-fresh';
import type { Context } from '#lib/context';
import type { Shown } from '#lib/forms/form';
import { findFormState } from '#lib/http/form-state';
import type { Locale } from '#lib/i18n/locales';
import { textOf, translate } from '#lib/i18n/translate';
import { readSessions } from '#lib/login/current-session';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { pageAddress } from './page-address';
import { pageLocale } from './page-locale';
import { readPage } from './read-page';
import { setStatus } from './set-status';

type AccountPageProps = {
  readonly params: Promise<Readonly<Record<string, string>>>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/** The input of an account page: the person, the parameters, and what its form needs. */
type AccountRequest = {
  readonly context: Context;
  readonly session: SessionWithUser;
  readonly locale: Locale;
  readonly params: Readonly<Record<string, string>>;
  /** The single values of the query. */
  readonly query: Readonly<Record<string, string>>;
  readonly form: AccountFormState;
};

/** The content inside the frame. */
type AccountContent = { readonly title: string; readonly text?: ReactNode; readonly body: ReactNode };

type AccountPage = {
  /** `data-page`. */
  readonly page: string;
  readonly section: AccountSection;
  /** Whether the page exists under the policy. If not, the response is 404. If left out, it always exists. */
  readonly exists?: (context: Context) => boolean;
  /** Whether the page requires a fresh sign-in. If not, any session is enough. */
  readonly fresh?: true;
  /** Reads the data and renders the page. Null if there is no such page (404). */
  readonly render: (request: AccountRequest) => Promise<AccountContent | null>;
};

type Opened =
  | { readonly page: 'redirect'; readonly to: string }
  | {
      readonly page: 'shown';
      readonly shell: Omit<AccountShellProps, 'host' | 'nonce' | 'children'>;
      readonly body: ReactNode;
    };

/**
 * Creates an account page. The person signs in first, or again if the page requires it. Then it shows the result of the
 * last form, and the page in its frame.
 */
export function accountPage(page: AccountPage): (props: AccountPageProps) => Promise<ReactNode> {
  return async ({ params, searchParams }) => {
    const address = { params: await params, query: singles(await searchParams) };
    const { model, host, nonce } = await readPage<Opened>((context) => open(page, address, context));
    if (model.page === 'redirect') redirect(model.to);
    if (model.page === 'problem') {
      setStatus(model.status);
      return createElement(ProblemView, { locale: await pageLocale(), model, host, nonce });
    }
    return createElement(AccountShell, { ...model.shell, host, nonce }, model.body);
  };
}

type Address = Pick<AccountRequest, 'params' | 'query'>;

async function open(page: AccountPage, address: Address, context: Context): Promise<Opened> {
  const { path, query } = await pageAddress();
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const session = enoughForAccount((await readSessions(cookieHeader, context)).current, context);
  if (session === null) return { page: 'redirect', to: signInAddress(query === '' ? path : `${path}?${query}`) };
  if (page.exists !== undefined && !page.exists(context)) {
    const visit = { address, session, path, locale: await pageLocale() };
    return show({ ...page, render: async () => null }, visit, context);
  }
  const missing = page.fresh ? await requireFresh(session, context) : null;
  if (missing !== null) {
    return { page: 'redirect', to: signInAddress(path, { ...(missing.again && { again: '1' }), factors: '1' }) };
  }
  return show(page, { address, session, path, locale: await pageLocale() }, context);
}

type Visit = {
  readonly address: Address;
  readonly session: SessionWithUser;
  readonly path: string;
  readonly locale: Locale;
};

async function show(page: AccountPage, { address, session, path, locale }: Visit, context: Context): Promise<Opened> {
  const { settings, snapshot } = context;
  const { user } = session;
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const kept = findAccountAnswer(address.query.answer, { sub: user.sub, path, cookieHeader }, context);
  const { values = {}, problem, confirm } = findFormState<AccountState & Shown>() ?? {};
  const shell = {
    ...{ locale, path, page: page.page, section: page.section },
    person: personView(user, settings.issuer),
    frame: personFrame(user, snapshot),
    done: kept?.kind === 'done' ? textOf(locale, kept.words) : null,
    problem: problem ? { text: textOf(locale, problem.words), field: problem.field } : null,
  };
  const shown = Object.fromEntries(Object.entries(values).map(([name, [value = '']]) => [name, value]));
  const typed = kept?.kind === 'typed' ? kept.typed : shown;
  const form = { action: `${path}/submit`, csrf: accountFormToken(session, context), typed, problem: shell.problem };
  if (confirm !== undefined) return { page: 'shown', ...ask(confirm, shell, form) };
  const content = await page.render({ context, session, locale, form, ...address });
  if (content === null) return { page: 'shown', ...missingPage(shell) };
  const { title, text, body } = content;
  return { page: 'shown', shell: { ...shell, title, text }, body };
}

type Frame = Omit<AccountShellProps, 'title' | 'host' | 'nonce' | 'children'>;

function ask({ heading, text, button }: Required<AccountState>['confirm'], shell: Frame, form: AccountFormState) {
  const { locale, path } = shell;
  const asked = { title: textOf(locale, heading), text: textOf(locale, text) };
  return {
    shell: { ...shell, page: 'account-confirm', ...asked },
    body: createElement(ConfirmForm, { locale, form, button: textOf(locale, button), path }),
  };
}

function missingPage(shell: Frame) {
  const { locale } = shell;
  setStatus(404);
  const title = translate(locale, 'error.not_found.title');
  const link = { variant: 'secondary', href: '/account' } as const;
  return {
    shell: { ...shell, page: 'error', title, text: translate(locale, 'account.missing') },
    body: createElement(ButtonLink, link, translate(locale, 'account.sections.profile')),
  };
}

function singles(query: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
