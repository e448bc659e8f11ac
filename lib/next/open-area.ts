import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { ProblemView } from '#components/interaction/problem-view';
import { responseStorage } from '#lib/http/response-storage';
import type { OpenPage } from '#views/login/kit/view';
import { pageAddress } from './page-address';
import { pageLocale } from './page-locale';
import { readPage } from './read-page';
import { setStatus } from './set-status';
import { unknownPage } from './unknown-page';

type OpenProps = {
  readonly params: Promise<{ readonly path?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/** The one page of the sign-in and of everything else that needs no session. Every other address is not found. */
export function openArea(pages: readonly OpenPage[]): (props: OpenProps) => Promise<ReactNode> {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return async ({ params, searchParams }) => {
    const { path = [] } = await params;
    const page = byPath.get(`/${path.join('/')}`);
    // Next decodes the path, but an address has one spelling.
    if (page === undefined || page.path !== (await pageAddress()).path) return unknownPage();
    const query = await searchParams;
    const one = (name: string) => (typeof query[name] === 'string' ? query[name] : null);
    const cookieHeader = (await headers()).get('cookie') ?? undefined;
    const asked = { interaction: one('interaction'), cookieHeader, one };
    const { model, ...frame } = await readPage((context) => page.open(context, asked));
    const shell = { ...frame, locale: await pageLocale() };
    if (model.page === 'redirect') return redirect(model.location);
    setStatus(model.status);
    if (model.page === 'problem') return createElement(ProblemView, { model, ...shell });
    if (model.keepsForms) keepFormsHere();
    return model.draw(shell);
  };
}

/**
 * Restricts the forms of the page that is being rendered to this server. proxy.ts decides by the path, and some pages
 * share theirs with a page whose form may lead to a provider. Call it before anything is streamed.
 */
export function keepFormsHere(): void {
  const response = responseStorage().getStore();
  const policy = response?.getHeader('content-security-policy');
  if (response === undefined || response.headersSent || typeof policy !== 'string') return;
  response.setHeader('content-security-policy', `${policy}; form-action 'self'`);
}
