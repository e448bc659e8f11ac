import type { ReactNode } from 'react';
import { Logo } from '#components/ui/logo';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';
import type { AdminRole } from '#lib/users/user';
import { Name } from '../ui/name';
import { AdminNav, type AdminSection } from './admin-nav';
import { SearchField } from './search/search-field';

type AdminShellProps = {
  readonly section: AdminSection;
  readonly title: string;
  /** Null for somebody who may not be here: they see no navigation either. */
  readonly person: { readonly name: string; readonly role: AdminRole | null } | null;
  /** Where this is: the issuer's host. */
  readonly host: string;
  /** What the search over everything was asked. */
  readonly searched?: string | null;
  readonly children?: ReactNode;
};

/**
 * The frame of every page of the administration: where one is, where one can go, who one is. On phones all that is
 * folded behind one button, which works without scripts.
 */
export function AdminShell({ section, title, person, host, searched = null, children }: AdminShellProps) {
  const texts = adminTexts.shell;
  return (
    <div data-density="compact" className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_1fr]">
      <title>{`${visibleText(title)} · ${texts.name} · ${host}`}</title>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-10 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      <header className="relative border-border border-b bg-card lg:border-e lg:border-b-0">
        <div className="grid px-4 py-4 lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:gap-4 lg:py-6">
          <div className="grid gap-1 px-2 pe-24 lg:pe-2">
            <Logo>{texts.name}</Logo>
            <p className="break-all text-muted-foreground text-xs">{host}</p>
          </div>
          {person && (
            <>
              <div className="px-2 pt-4 lg:pt-0">
                <SearchField text={searched} />
              </div>
              <details className="lg:hidden">
                <summary className="absolute end-4 top-4 rounded-lg border border-input px-3 py-1.5 font-medium text-sm">
                  {texts.menu}
                </summary>
                <div className="grid gap-4 pt-5 pb-1">
                  <AdminNav section={section} />
                  <Account {...person} />
                </div>
              </details>
              <div className="hidden lg:contents">
                <div className="min-h-0 flex-1 overflow-y-auto">
                  <AdminNav section={section} />
                </div>
                <Account {...person} />
              </div>
            </>
          )}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        data-page={`admin-${section}`}
        className="mx-auto grid w-full max-w-6xl content-start gap-6 px-4 py-6 outline-none sm:px-8 lg:py-8"
      >
        {children}
      </main>
    </div>
  );
}

function Account({ name, role }: { readonly name: string; readonly role: AdminRole | null }) {
  const texts = adminTexts.shell;
  return (
    <div className="grid gap-1 border-border border-t px-2 pt-4 text-sm">
      <p className="text-muted-foreground text-xs">{texts.account}</p>
      <p className="break-words font-medium">
        <Name>{name}</Name>
      </p>
      {role && <p className="text-muted-foreground text-xs">{texts.roles[role]}</p>}
      <a href="/logout" className="mt-1 w-fit underline underline-offset-4">
        {texts.signOut}
      </a>
    </div>
  );
}
