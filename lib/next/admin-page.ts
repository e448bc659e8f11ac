import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import type { AdminSection } from '#components/admin/admin-nav';
import { AdminShell } from '#components/admin/admin-shell';
import { KeptForm } from '#components/admin/form/kept-form';
import { MessagePanel } from '#components/admin/message-panel';
import type { Policy } from '#lib/admin/access/authorize-principal';
import { createFormToken } from '#lib/admin/access/form-token';
import { isKept } from '#lib/admin/action-state';
import type { AdminContext } from '#lib/admin/admin-context';
import { isAdminError } from '#lib/admin/admin-error';
import { readSearchQuery } from '#lib/admin/search/search';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/login/portal/area-address';
import { getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { signInPath } from './admin-action';
import { openAdmin } from './admin-context';
import { currentAddress } from './current-address';
import { findRefusedForm, type RefusedForm } from './refused-form';
import { setStatus } from './set-status';

export type AdminPageProps = {
  readonly params: Promise<Readonly<Record<string, string>>>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/** What a page of the area gets: who looks, and what the address says. */
export type AdminRequest = {
  readonly admin: AdminContext;
  readonly params: Readonly<Record<string, string>>;
  /** The single values of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** The hidden input of the page's forms. */
  readonly csrf: string;
};

type AdminPage = {
  readonly policy: Policy;
  readonly section: AdminSection;
  /** The page stands alone, without the frame of the area: another page shows it inside. */
  readonly bare?: boolean;
  /** The title, and what stands in the frame; it throws AdminError `not_found` when there is nothing to show. */
  readonly render: (request: AdminRequest) => Promise<{ readonly title: string; readonly body: ReactNode }>;
};

/**
 * Makes a page of the area: the guard first, then the page in its frame. Nothing is read before somebody was let in
 * (security #153).
 */
export function adminPage(page: AdminPage): (props: AdminPageProps) => Promise<ReactNode> {
  return async ({ params, searchParams }) => {
    try {
      const opened = await openAdmin(page.policy);
      if (opened.decision === 'forbidden') return refuse(page.section);
      const refused = findRefusedForm();
      if (refused !== null && (opened.decision !== 'allowed' || isKept(refused.state)))
        return keep(page.section, refused);
      if (opened.decision !== 'allowed') redirect(signInPath(opened.decision, await currentAddress()));
      return await show(page, opened.admin, { params: await params, query: singles(await searchParams) });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      setStatus(503);
      const { title, text, again } = adminTexts.shell.outage;
      return inFrame(page.section, null, {
        title,
        text,
        link: { label: again, href: toArea(await currentAddress(), '/admin') },
      });
    }
  };
}

async function show(
  { section, bare = false, render }: AdminPage,
  admin: AdminContext,
  address: Pick<AdminRequest, 'params' | 'query'>,
): Promise<ReactNode> {
  const { name, role } = admin.principal;
  const person = { name, role };
  try {
    const { title, body } = await render({ admin, ...address, csrf: createFormToken(admin.principal, admin) });
    if (bare) return body;
    const searched = section === 'search' ? readSearchQuery(address.query) : null;
    return createElement(AdminShell, { section, title, person, host: host(), searched }, body);
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'not_found') throw error;
    setStatus(404);
    const { title, text, back } = adminTexts.shell.missing;
    return inFrame(section, person, { title, text, link: { label: back, href: '/admin' } });
  }
}

function refuse(section: AdminSection): ReactNode {
  setStatus(403);
  const { title, text, home } = adminTexts.shell.forbidden;
  return inFrame(section, null, { title, text, link: { label: home, href: '/' } });
}

/** The page's own form is not there for somebody who has to sign in: what they typed is. */
function keep(section: AdminSection, refused: RefusedForm): ReactNode {
  const { title } = adminTexts.shell.kept;
  return createElement(AdminShell, { section, title, person: null, host: host() }, createElement(KeptForm, refused));
}

type Message = { readonly title: string; readonly text: string; readonly link: { label: string; href: string } };

function inFrame(
  section: AdminSection,
  person: Pick<AdminContext['principal'], 'name' | 'role'> | null,
  message: Message,
) {
  const { title } = message;
  return createElement(AdminShell, { section, title, person, host: host() }, createElement(MessagePanel, message));
}

function host(): string {
  return new URL(getRuntime().settings.issuer).host;
}

function singles(query: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
