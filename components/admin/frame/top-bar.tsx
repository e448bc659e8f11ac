import { Icon } from '#components/ui/icon';
import { LogoMark } from '#components/ui/logo';
import type { AdminFrame } from '#lib/admin/frame/preferences';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AccountMenu, IssuerMenu } from './menus';
import { navigationId } from './navigation';
import { PaletteDialog, SearchField } from './search-field';

type TopBarProps = { readonly frame: AdminFrame; readonly searched: string | null };

/** The bar on every page of the administration: the server, the search and the signed-in person. */
export function TopBar({ frame, searched }: TopBarProps) {
  const { issuer, portal, environment, person } = frame;
  const texts = adminTexts.shell;
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-border border-b bg-card px-2 sm:px-4">
      {person && (
        <button
          type="button"
          popoverTarget={navigationId}
          aria-label={texts.menu}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-muted lg:hidden"
        >
          <Icon name="menu" className="size-5" />
        </button>
      )}
      <a
        href={person ? '/admin' : '/'}
        className="inline-flex min-h-8 shrink-0 items-center gap-2 rounded-md font-semibold tracking-display"
      >
        <LogoMark className="size-6" />
        <span className="max-sm:sr-only">{portal}</span>
      </a>
      {person && <IssuerMenu issuer={issuer} />}
      {person && environment !== null && <Environment name={environment} />}
      {person && (
        <>
          <div className="ms-auto min-w-0 flex-1 sm:max-w-72">
            <SearchField text={searched} />
          </div>
          <AccountMenu {...frame} person={person} />
          <PaletteDialog person={person.name} />
        </>
      )}
    </header>
  );
}

/** Gray in production, so that any other environment stands out. */
function Environment({ name }: { readonly name: string }) {
  const isProduction = /^prod/i.test(name);
  const look = isProduction ? 'border-border bg-muted text-muted-foreground' : 'border-info/30 bg-info-soft text-info';
  return (
    <p className={`shrink-0 truncate rounded-full border px-2 py-px font-medium text-xs max-sm:hidden ${look}`}>
      <span className="sr-only">{adminTexts.shell.environment} </span>
      {name}
    </p>
  );
}
