import { Button } from '#components/ui/button';
import { AppLogo } from '#components/ui/monogram';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { ListPages } from '../../kit/view';
import type { Launcher } from '../launcher';

type LauncherProps = { readonly locale: Locale; readonly launcher: Launcher };

/** So many tiles need no search. */
const fewTiles = 8;

/** The applications that a person can open. */
export function LauncherView({ locale, launcher }: LauncherProps) {
  const { tiles, query, total } = launcher;
  return (
    <section className="grid gap-4" aria-labelledby="yours">
      <div className="grid gap-0.5">
        <h2 id="yours" className="font-semibold text-lg">
          {translate(locale, 'account.apps.yours')}
        </h2>
        <p className="text-muted-foreground">{translate(locale, 'account.apps.yours_text')}</p>
      </div>
      {(total > fewTiles || query !== null) && <Search locale={locale} query={query} />}
      {tiles.length === 0 ? (
        <p role="status">{translate(locale, 'account.apps.search_none', { query: query ?? '' })}</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {tiles.map((tile) => (
            <li key={tile.clientId} data-app={tile.clientId} className="min-w-0">
              <a
                href={tile.href}
                rel="noreferrer"
                className="flex h-full items-center gap-4 rounded-box border border-border bg-card px-4 py-3 hover:bg-muted"
              >
                <AppLogo name={tile.name} logo={tile.logo} />
                <span className="grid min-w-0 gap-0.5">
                  <bdi className="wrap-anywhere font-semibold">{tile.name}</bdi>
                  <bdi className="wrap-anywhere text-muted-foreground text-sm">{tile.host}</bdi>
                  {tile.roles.length > 0 && <bdi className="wrap-anywhere text-sm">{tile.roles.join(', ')}</bdi>}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <ListPages
        locale={locale}
        path="/account/apps"
        name="tiles"
        page={launcher}
        {...(query !== null && { query: { q: query } })}
      />
    </section>
  );
}

function Search({ locale, query }: Pick<LauncherProps, 'locale'> & Pick<Launcher, 'query'>) {
  const label = translate(locale, 'account.apps.search');
  return (
    <search>
      <form method="get" action="/account/apps" className="flex flex-wrap gap-2">
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          defaultValue={query ?? ''}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          className="min-h-11 min-w-0 grow basis-52 rounded-md border border-input bg-card px-3 text-foreground sm:max-w-sm"
        />
        <Button className="sm:w-fit">{translate(locale, 'account.apps.search_button')}</Button>
      </form>
    </search>
  );
}
