import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { AccountShell, type AccountShellProps } from '#components/account/account-shell';
import { ProblemView } from '#components/interaction/problem-view';
import { ButtonLink } from '#components/ui/button';
import { findAccountAnswer } from '#lib/account/account-answer';
import { countApprovals } from '#lib/account/approvals/read';
import { type AccountState, accountFormToken, signInAddress } from '#lib/account/person';
import { personFrame, personView } from '#lib/account/person-view';
import { enoughForAccount, requireFresh } from '#lib/account/require-fresh';
import { rememberTold, wasTold } from '#lib/account/told-cookie';
import type { Context } from '#lib/context';
import type { Shown } from '#lib/forms/form';
import { findFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import type { Locale } from '#lib/i18n/locales';
import { textOf, translate } from '#lib/i18n/translate';
import { readSessions } from '#lib/login/current-session';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { readTimeZone } from '#lib/sessions/time-zone';
import type { Settings } from '#lib/settings/settings';
import { matchPath } from '#lib/vocabulary/path-segment';
import { type AccountFormState, type AccountPage, type AccountRequest, ConfirmForm } from '#views/account/kit/view';
import { pageAddress } from './page-address';
import { pageLocale } from './page-locale';
import { readPage } from './read-page';
import { setStatus } from './set-status';
import { unknownPage } from './unknown-page';

type AccountProps = {
  readonly params: Promise<{ readonly path?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

type Opened =
  | { readonly page: 'redirect'; readonly to: string }
  | {
      readonly page: 'shown';
      readonly shell: Omit<AccountShellProps, 'host' | 'nonce' | 'children'>;
      readonly body: ReactNode;
    };

/**
 * The one page of the account. The person signs in first, or again if the page requires it. Then it shows the result of
 * the last form, and the page in its frame.
 */
export function accountArea(pages: readonly AccountPage[]): (props: AccountProps) => Promise<ReactNode> {
  return async ({ params, searchParams }) => {
    const { path = [''] } = await params;
    for (const page of pages) {
      const names = matchPath(`/${page.path}`, path);
      if (names !== null) return drawPage(page, { names, query: singles(await searchParams) });
    }
    return unknownPage();
  };
}

async function drawPage(page: AccountPage, address: Address): Promise<ReactNode> {
  const { model, host, nonce } = await readPage<Opened>((context) => open(page, address, context));
  if (model.page === 'redirect') redirect(model.to);
  if (model.page === 'problem') {
    setStatus(model.status);
    return createElement(ProblemView, { locale: await pageLocale(), model, host, nonce });
  }
  return createElement(AccountShell, { ...model.shell, host, nonce }, model.body);
}

type Address = Pick<AccountRequest, 'names' | 'query'>;

async function open(page: AccountPage, address: Address, context: Context): Promise<Opened> {
  const { path, query } = await pageAddress();
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const session = enoughForAccount((await readSessions(cookieHeader, context)).current, context);
  if (session === null) return { page: 'redirect', to: signInAddress(query === '' ? path : `${path}?${query}`) };
  if (page.exists !== undefined && !page.exists(context, session)) {
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
  const { answer } = address.query;
  const kept = findAccountAnswer(answer, { sub: user.sub, path, cookieHeader }, context);
  const { values = {}, problem, confirm } = findFormState<AccountState & Shown>() ?? {};
  const shell = {
    ...{ locale, path, page: page.page, section: page.section },
    person: personView(user, settings.issuer),
    approvals: await countApprovals(user, context),
    frame: personFrame(user, snapshot),
    done: kept?.kind === 'done' && tellOnce(answer ?? '', cookieHeader, settings) ? textOf(locale, kept.words) : null,
    problem: problem ? { text: textOf(locale, problem.words), field: problem.field } : null,
  };
  const shown = Object.fromEntries(Object.entries(values).map(([name, [value = '']]) => [name, value]));
  const typed = kept?.kind === 'typed' ? kept.typed : shown;
  const form = { action: `${path}/submit`, csrf: accountFormToken(session, context), typed, problem: shell.problem };
  if (confirm !== undefined) return { page: 'shown', ...ask(confirm, shell, form) };
  const timeZone = readTimeZone(user, cookieHeader, settings);
  const content = await page.render({ context, session, locale, timeZone, form, ...address });
  if (content === null) return { page: 'shown', ...missingPage(shell) };
  const { title = textOf(locale, { key: page.title, values: {} }), body } = content;
  const text = page.text && textOf(locale, { key: page.text, values: {} });
  return { page: 'shown', shell: { ...shell, title, text }, body };
}

/** @returns false if this browser already showed the message: without a script, a reload has the same address */
function tellOnce(answer: string, cookieHeader: string | undefined, settings: Settings): boolean {
  if (wasTold(answer, cookieHeader, settings)) return false;
  const response = responseStorage().getStore();
  if (response !== undefined && !response.headersSent) {
    response.appendHeader('set-cookie', rememberTold(answer, settings));
  }
  return true;
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
    body: createElement(ButtonLink, link, translate(locale, 'account.sections.home')),
  };
}

function singles(query: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
