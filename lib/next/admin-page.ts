import type { ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import { AdminShell, MessagePanel } from '#components/admin/admin-shell';
import { FlashBar } from '#components/admin/flash-bar';
import type { AdminSection } from '#components/admin/frame/navigation';
import { setPageFacts } from '#components/admin/page-facts';
import { type CarriedForm, openForm, pathOf, signInPath } from '#lib/admin/access/carried-form';
import { type Allowed, type Opened, openAdministrator, type Refused } from '#lib/admin/access/open-administrator';
import { isPermitted } from '#lib/admin/access/permission';
import { createFormToken, type Policy } from '#lib/admin/access/principal';
import { readStepUp } from '#lib/admin/access/ways-to-confirm';
import type { AdminContext } from '#lib/admin/admin-context';
import { isAdminError } from '#lib/admin/admin-error';
import { countChecks } from '#lib/admin/checks/read';
import type { Flash } from '#lib/admin/flash/flash';
import { clearFlash, hasFlash, readFlash } from '#lib/admin/flash/flash-cookie';
import { answeredForm } from '#lib/admin/form-state';
import { type AdminFrame, readPreferences, readTimeZone } from '#lib/admin/frame/preferences';
import { readLastAddresses, rememberAddress } from '#lib/admin/list/last-addresses';
import { readSearchQuery } from '#lib/admin/search/read';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import { getRuntime } from '#lib/runtime';
import { isUnavailable } from '#lib/serve';
import { readBinding } from '#lib/sessions/browser-binding';
import { singleton } from '#lib/singleton';
import { knownFrame } from '#lib/snapshot/current';
import { brandName } from '#lib/theme/brand';
import { openChecksOfPage } from '#views/admin/checks/view';
import type { AreaContent, AreaRequest } from '#views/admin/kit/view';
import { version } from '../../package.json';
import { pagePath } from './page-address';
import { pageContext } from './page-context';
import { readNonce } from './read-page';
import { readRequestFacts } from './request-facts';
import { setStatus } from './set-status';

type AdminPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

type AdminPage = {
  readonly policy: Policy;
  readonly section: AdminSection;
  /** Its `data-page`, if it is not that of the section. */
  readonly name?: string;
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
  { section, name, render }: AdminPage,
  { admin, session }: Pick<Allowed, 'admin' | 'session'>,
  query: AreaRequest['query'],
): Promise<ReactNode> {
  await prepareView(admin);
  const csrf = createFormToken(admin.principal, admin);
  try {
    const { docs, issuer } = admin.settings;
    const documents = docs && { findDocuments: (text: string) => searchDocuments(text, issuer) };
    const asked = { admin, names: {}, query, csrf, nonce: await readNonce(), ...documents };
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
    const shell = { section, ...(name !== undefined && { name }), title, frame: await readFrame(admin), searched };
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

/** The path and query of the page that is being rendered, or that a form was sent from. */
async function currentAddress(): Promise<string> {
  const url = responseStorage().getStore()?.req.url ?? (await headers()).get('referer') ?? '/';
  const { pathname, search } = new URL(url, 'http://localhost');
  return pagePath(pathname) + search;
}

/** The input from before the sign-in that led to this page. Null if there was none. */
async function readCarriedForm(answer: string | undefined, admin: AdminContext): Promise<CarriedForm | null> {
  const { sub } = admin.principal;
  const binding = readBinding((await headers()).get('cookie') ?? undefined, admin.settings);
  if (answer === undefined || binding === null || sub === null) return null;
  const path = pathOf(await currentAddress());
  for (const { hash } of binding.all) {
    const form = openForm(answer, { sub, browser: hash, path }, admin);
    if (form !== null) return form;
  }
  return null;
}

/** The message of the previous action, which is shown once. Null if there is none, or if it is for another session. */
async function takeFlash({ principal, settings }: AdminContext): Promise<Flash | null> {
  const cookie = (await headers()).get('cookie') ?? undefined;
  const response = responseStorage().getStore();
  if (!hasFlash(cookie, settings) || response === undefined || response.headersSent) return null;
  response.appendHeader('set-cookie', clearFlash(settings));
  return readFlash(cookie, principal, settings);
}

/** Lets the person of a page into the administration, or not. */
async function openAdmin(policy: Policy): Promise<Opened> {
  const incoming = await headers();
  const { clientAddress, path } = readRequestFacts((name) => incoming.get(name));
  const cookieHeader = incoming.get('cookie') ?? undefined;
  const what = isFirstCheck() ? path : null;
  return openAdministrator(policy, { cookieHeader, clientAddress, what }, await pageContext());
}

/** A form goes through the guard before its page does. A refusal is recorded once. */
export function isFirstCheck(): boolean {
  const response = responseStorage().getStore();
  if (response === undefined) return true;
  if (answeredForm()?.problem === 'forbidden') return false;
  const checked = singleton('checked-responses', () => new WeakSet<ServerResponse>());
  if (checked.has(response)) return false;
  checked.add(response);
  return true;
}

/** Decides how a page shows times, and where its links to lists lead, before its content is rendered. */
async function prepareView({ principal, settings, now }: AdminContext): Promise<void> {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const times = { zone: readTimeZone(cookieHeader, readPreferences(cookieHeader, settings), settings), now };
  const lists = await readLastAddresses(cookieHeader, principal, settings);
  setPageFacts({ times, lists });
  const cookie = await rememberAddress(await currentAddress(), lists, principal, settings);
  const response = responseStorage().getStore();
  if (cookie !== null && response?.headersSent === false) response.appendHeader('set-cookie', cookie);
}

/**
 * Reads the content of a page's frame.
 * @param admin null for a person without permission
 */
async function readFrame(admin: AdminContext | null): Promise<AdminFrame> {
  const { settings } = getRuntime();
  const { name, role } = admin?.principal ?? { name: '', role: null };
  return {
    issuer: settings.issuer,
    portal: brandName((admin?.snapshot ?? knownFrame()).brand),
    person: role === null ? null : { name, role },
    environment: settings.environment ?? (settings.localhost ? 'Development' : null),
    openChecks: admin === null ? 0 : await countOpen(admin),
    preferences: readPreferences((await headers()).get('cookie') ?? undefined, settings),
    csrf: admin === null ? '' : createFormToken(admin.principal, admin),
    address: await currentAddress(),
    hasDocs: settings.docs,
    version,
    nonce: await readNonce(),
  };
}

async function countOpen(admin: AdminContext): Promise<number> {
  const { error, warning } = countChecks(await openChecksOfPage(admin));
  return error + warning;
}

/** The documentation is loaded when somebody searches it. */
async function searchDocuments(text: string, issuer: string) {
  const { findDocuments } = await import('#lib/docs/find-documents');
  return findDocuments(text, issuer);
}
