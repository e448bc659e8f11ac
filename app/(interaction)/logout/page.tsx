import { LoggedOutView } from '#components/interaction/logged-out-view';
import { LogoutView } from '#components/interaction/logout-view';
import { chooseLocale } from '#lib/i18n/locales';
import { readLogoutPage } from '#lib/login/read-logout-page';
import { pageContext } from '#lib/next/page-context';
import { pageInput, type Query } from '../page-input';

export const dynamic = 'force-dynamic';

/** Asks a person who is signed in; tells everyone else, and whoever comes from the form, that they are signed out. */
export default async function LogoutRoute({ searchParams }: { readonly searchParams: Query }) {
  const context = await pageContext();
  const { host } = new URL(context.settings.issuer);
  const { cookieHeader } = await pageInput(searchParams);
  const { request } = await searchParams;
  const model = await readLogoutPage(context, { cookieHeader, request: typeof request === 'string' ? request : null });
  if (model.usernames.length === 0) return <LoggedOutView locale={chooseLocale()} host={host} />;
  return <LogoutView locale={chooseLocale()} model={model} host={host} />;
}
