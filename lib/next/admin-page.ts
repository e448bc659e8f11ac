import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { AdminShell, MessagePanel } from '#components/admin/admin-shell';
import { FlashBar } from '#components/admin/flash-bar';
import type { AdminSection } from '#components/admin/frame/navigation';
import { setPageFacts } from '#components/admin/page-facts';
import { type CarriedForm, signInPath } from '#lib/admin/access/carried-form';
import { createFormToken } from '#lib/admin/access/form-token';
import type { Allowed, Refused } from '#lib/admin/access/open-administrator';
import { isPermitted } from '#lib/admin/access/permission';
import type { Policy } from '#lib/admin/access/principal';
import { readStepUp } from '#lib/admin/access/ways-to-confirm';
import { isAdminError } from '#lib/admin/admin-error';
import { answeredForm } from '#lib/admin/form-state';
import type { AdminFrame } from '#lib/admin/frame/admin-frame';
import { readSearchQuery } from '#lib/admin/search/read';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import { isUnavailable } from '#lib/serve';
import type { AreaContent, AreaRequest } from '#views/admin/kit/view';
import { openAdmin } from './admin-context';
import { prepareView, readFrame } from './admin-frame';
import { readCarriedForm } from './carry-form';
import { currentAddress } from './current-address';
import { takeFlash } from './flash';
import { readNonce } from './read-page';
import { setStatus } from './set-status';

type AdminPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

type AdminPage = {
  readonly policy: Policy;
  readonly section: AdminSection;
  /** Throws AdminError `not_found` if there is nothing to show. */
  readonly render: (request: AreaRequest) => Promise<AreaContent>;
};

/**
 * Creates a page of the administration: first the guard, then the page in its frame. Nothing is read before the guard
 * admits the person (security #153).
 */
export function adminPage(page: AdminPage): (props: AdminPageProps) => Promise<ReactNode> {
  return async ({ searchParams }) => {
    try {
      const opened = await openAdmin(page.policy);
      if (opened.decision === 'forbidden') return await refuse(page.section, opened.who);
      if (opened.decision === 'sign_in') redirect(signInPath(await currentAddress()));
      return await show(page, opened, singles(await searchParams));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      setStatus(503);
      const { title, text, again } = adminTexts.shell.outage;
      const links = [{ label: again, href: toArea(await currentAddress(), '/admin') }];
      return inFrame(page.section, await readFrame(null), { title, text, links });
    }
  };
}

async function show(
  { section, render }: AdminPage,
  { admin, session }: Pick<Allowed, 'admin' | 'session'>,
  query: AreaRequest['query'],
): Promise<ReactNode> {
  await prepareView(admin);
  const csrf = createFormToken(admin.principal, admin);
  try {
    const asked = { admin, names: {}, query, csrf, nonce: await readNonce() };
    const { title, body, bare = false } = await render(asked);
    if (bare) return body;
    const flash = await takeFlash(admin);
    const searched = section === 'search' ? readSearchQuery(query) : null;
    const stepUp = isPermitted(admin.principal.role, 'edit') ? await readStepUp(session, admin) : null;
    const carried = await readCarriedForm(query.answer, admin);
    // A form that was sent from this page again has an answer of its own.
    if (carried !== null && answeredForm() === null) showCarried(carried);
    const current = await currentAddress();
    setPageFacts({ forms: { csrf, stepUp, query: current.split('?')[1] ?? '', address: current } });
    const shell = { section, title, frame: await readFrame(admin), searched };
    return createElement(AdminShell, shell, body, flash && createElement(FlashBar, { flash }));
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'not_found') throw error;
    setStatus(404);
    const { title, text, back } = adminTexts.shell.missing;
    return inFrame(section, await readFrame(admin), { title, text, links: [{ label: back, href: '/admin' }] });
  }
}

/** Shows a form that was sent to its own address again, with what was typed before the sign-in. */
function showCarried(form: CarriedForm): void {
  const response = responseStorage().getStore();
  if (response !== undefined) keepFormState(response, { ...form, problem: 'reauthenticate' });
}

/** Without a role, the whole administration is hidden. With a role, only this page is. */
async function refuse(section: AdminSection, { name, role }: Refused): Promise<ReactNode> {
  setStatus(403);
  const frame = await readFrame(null);
  const { forbidden, role: roleTexts } = adminTexts.shell;
  if (role !== null) {
    const { title, text, back } = roleTexts;
    return inFrame(section, frame, { title, text, links: [{ label: back, href: '/admin' }] });
  }
  const { title, signedIn, text, other, signOut } = forbidden;
  const links = [
    { label: other, href: signInPath(await currentAddress(), { choose: '1' }) },
    { label: signOut, href: '/logout' },
  ];
  return inFrame(section, frame, { title, text, links, who: { label: signedIn, name } });
}

function inFrame(section: AdminSection, frame: AdminFrame, message: Parameters<typeof MessagePanel>[0]) {
  const { title } = message;
  return createElement(AdminShell, { section, title, frame }, createElement(MessagePanel, message));
}

function singles(query: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
