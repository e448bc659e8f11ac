import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { ProblemView } from '#components/interaction/problem-view';
import type { Context } from '#lib/context';
import type { Locale } from '#lib/i18n/locales';
import type { ProblemPage } from '#lib/login/problem-page';
import type { RedirectPage } from '#lib/login/sign-in-page';
import { pageLocale } from './page-locale';
import { readPage, type UnavailablePage } from './read-page';
import { setStatus } from './set-status';

type PageProps = { readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** What a page of the sign-in is read by. */
type Asked = {
  /** The handle in the address. */
  readonly interaction: string | null;
  readonly cookieHeader: string | undefined;
  /** The value of a parameter. Null if it is missing or repeated. */
  readonly one: (name: string) => string | null;
};

/** The language of the page, and what its frame shows. */
type Shell = { readonly locale: Locale; readonly host: string; readonly nonce: string | undefined };

/** What every page of the sign-in may be instead of itself. */
type Elsewhere = RedirectPage | ProblemPage;

/**
 * Creates a page of the sign-in, or another one that needs no session. It leads elsewhere or shows a problem, if that is
 * what was read.
 */
export function interactionPage<Model extends { readonly page: string }>(
  read: (context: Context, asked: Asked) => Promise<Model | Elsewhere>,
  show: (model: Model, shell: Shell) => ReactNode,
): (props: PageProps) => Promise<ReactNode> {
  return async ({ searchParams }) => {
    const query = await searchParams;
    const one = (name: string) => (typeof query[name] === 'string' ? query[name] : null);
    const cookieHeader = (await headers()).get('cookie') ?? undefined;
    const asked = { interaction: one('interaction'), cookieHeader, one };
    const { model, ...frame } = await readPage<Model | Elsewhere>((context) => read(context, asked));
    const shell = { ...frame, locale: await pageLocale() };
    if (isRedirect(model)) return redirect(model.location);
    if (!isProblem(model)) return show(model, shell);
    setStatus(model.status);
    return createElement(ProblemView, { model, ...shell });
  };
}

function isRedirect(model: { readonly page: string }): model is RedirectPage {
  return model.page === 'redirect';
}

function isProblem(model: { readonly page: string }): model is ProblemPage | UnavailablePage {
  return model.page === 'problem';
}
