import type { ReactNode } from 'react';
import { BrandTheme, PageIcon } from '#components/interaction/shell';
import { ButtonLink } from '#components/ui/button';
import type { AdminFrame } from '#lib/admin/frame/preferences';
import { texts as searchTexts } from '#lib/admin/search/texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';
import { plainBrand } from '#lib/theme/brand';
import { chosenCss } from '#lib/theme/stylesheet';
import { Name } from '../ui/text';
import { type AdminSection, Navigation } from './frame/navigation';
import { TopBar } from './frame/top-bar';

type AdminShellProps = {
  readonly section: AdminSection;
  /** The page in `data-page`, if it has a name of its own. */
  readonly name?: string;
  readonly title: string;
  readonly frame: AdminFrame;
  /** The text in the global search field. */
  readonly searched?: string | null;
  readonly children?: ReactNode;
};

/** The frame of every page of the administration: the heading, the navigation and the signed-in person. */
export function AdminShell({
  section,
  name = `admin-${section}`,
  title,
  frame,
  searched = null,
  children,
}: AdminShellProps) {
  const { person, preferences, openChecks } = frame;
  const texts = adminTexts.shell;
  return (
    <div
      data-density="compact"
      data-rows={preferences.density}
      data-setting-names={preferences.names}
      className="flex grow flex-col"
    >
      <title>{documentTitle({ title, section, frame })}</title>
      <Theme {...frame} />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-30 focus:rounded-lg focus:bg-card focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      <TopBar frame={frame} searched={searched} />
      <div className="flex grow items-start">
        {person && <Navigation section={section} openChecks={openChecks} />}
        <div className="grid min-w-0 grow">
          {person?.role === 'auditor' && (
            <p className="border-border border-b bg-muted px-4 py-1.5 text-sm sm:px-6">{texts.readOnly}</p>
          )}
          <main
            id="content"
            tabIndex={-1}
            data-page={name}
            className="mx-auto grid w-full min-w-0 max-w-6xl grid-cols-1 content-start gap-6 px-4 py-4 outline-none sm:p-6"
          >
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}

/**
 * The title of the browser tab: the page, its section and the server, as in "Lantern Books · Clients · id.example.com".
 */
function documentTitle({ title, section, frame }: Pick<AdminShellProps, 'title' | 'section' | 'frame'>): string {
  const place = section === 'search' ? searchTexts.title : adminTexts.shell.sections[section];
  const parts = [visibleText(title), ...(title === place ? [] : [place]), new URL(frame.issuer).host];
  return parts.join(' · ');
}

/** The style of the chosen theme. It replaces the style that follows the system. */
function Theme({ preferences: { theme }, nonce }: Pick<AdminFrame, 'preferences' | 'nonce'>) {
  if (theme === 'system') return <BrandTheme brand={plainBrand} nonce={nonce} />;
  return (
    <>
      <PageIcon address={null} />
      <meta name="color-scheme" content={theme} />
      <style nonce={nonce}>{chosenCss(theme)}</style>
    </>
  );
}

type MessagePanelProps = {
  readonly title: string;
  readonly text: string;
  /** The person it is about: "Signed in as" and their name. */
  readonly who?: { readonly label: string; readonly name: string };
  /** The next steps. The first is the usual one. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
};

/** A page that only shows a message. */
export function MessagePanel({ title, text, who, links }: MessagePanelProps) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4 rounded-lg border border-border bg-card p-6">
      <h1 className="font-semibold text-[1.375rem] leading-7 tracking-display">{title}</h1>
      {who && (
        <p>
          {who.label}{' '}
          <b className="font-semibold">
            <Name>{who.name}</Name>
          </b>
        </p>
      )}
      <p className="max-w-prose text-muted-foreground">{text}</p>
      <div className="flex flex-wrap gap-2">
        {links.map(({ label, href }, index) => (
          <ButtonLink key={href} href={href} variant={index === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
