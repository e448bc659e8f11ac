import type { ReactNode } from 'react';
import { Logo } from '#components/ui/logo';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRole } from '#lib/users/user';
import { AdminNav } from './admin-nav';

export type AdminSection = keyof typeof adminTexts.shell.sections;

type AdminShellProps = {
  readonly section: AdminSection;
  readonly title: string;
  /** Null for somebody who may not be here: they see no navigation either. */
  readonly person: { readonly name: string; readonly role: AdminRole | null } | null;
  /** Where this is: the issuer's host. */
  readonly host: string;
  readonly children?: ReactNode;
};

/** The frame of every page of the administration: where one is, where one can go, who one is. */
export function AdminShell({ section, title, person, host, children }: AdminShellProps) {
  const texts = adminTexts.shell;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_1fr]">
      <title>{`${title} · ${texts.name} · ${host}`}</title>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-10 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      <header className="border-border border-b bg-card lg:border-e lg:border-b-0">
        <div className="grid gap-4 px-4 py-4 lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:px-4 lg:py-6">
          <div className="grid gap-1 px-2">
            <Logo>{texts.name}</Logo>
            <p className="break-all text-muted-foreground text-xs">{host}</p>
          </div>
          {person && <AdminNav section={section} />}
          {person && <Account {...person} />}
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
    <div className="grid gap-1 border-border px-2 text-sm lg:border-t lg:pt-4">
      <p className="text-muted-foreground text-xs">{texts.account}</p>
      <p className="break-words font-medium">{name}</p>
      {role && <p className="text-muted-foreground text-xs">{texts.roles[role]}</p>}
      <a href="/logout" className="mt-1 w-fit underline underline-offset-4">
        {texts.signOut}
      </a>
    </div>
  );
}
