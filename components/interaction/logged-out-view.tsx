import { ButtonLink } from '#components/ui/button';
import type { ClientLink, ProblemModel } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { loggedOutScript } from '#lib/protocol/end-session/logged-out-script';
import type { NotifiedClient } from '#lib/protocol/end-session/notified-clients';
import { Heading } from '../ui/text';
import { ClientWay, DetailList } from './problem-view';
import { Shell, type ShellContext } from './shell';

export type LoggedOutPage = {
  /** The link back to the application. `follow` is set if the script may follow it. */
  readonly back: { readonly to: ClientLink; readonly follow: boolean } | null;
  /**
   * The applications of the ended sessions. The addresses of those that are notified here are loaded in hidden frames.
   */
  readonly notified: readonly NotifiedClient[];
  /** The display names of the providers where the person may still be signed in. */
  readonly providers: readonly string[];
  /** True if the application's request was refused. */
  readonly isRefused: boolean;
  readonly details: ProblemModel['details'];
};

const nothing: LoggedOutPage = { back: null, notified: [], providers: [], isRefused: false, details: [] };

/** The page after a sign-out, also for people who had no session. */
export function LoggedOutView({ model = nothing, ...shell }: ShellContext & { readonly model?: LoggedOutPage }) {
  const { locale } = shell;
  const { back, notified, providers, isRefused, details } = model;
  const text = translate(locale, 'logged_out.text');
  // The refusal comes first, because the person expected to be on another page now.
  const refused = isRefused ? translate(locale, 'logged_out.refused.heading') : null;
  return (
    <Shell {...shell} page="logged-out" title={refused ?? translate(locale, 'logged_out.title')}>
      <Heading text={isRefused ? `${translate(locale, 'logged_out.refused.text')} ${text}` : text}>
        {refused ?? translate(locale, 'logged_out.title')}
      </Heading>
      {notified.length > 0 && <NotifiedClients locale={locale} notified={notified} />}
      {providers.map((provider) => (
        <p key={provider} className="text-muted-foreground text-sm">
          {translate(locale, 'logged_out.provider', { provider: displayText(provider) })}
        </p>
      ))}
      {back === null ? (
        <ButtonLink href="/">{translate(locale, 'error.home')}</ButtonLink>
      ) : (
        <ClientWay
          locale={locale}
          to={back.to}
          text={translate(locale, 'error.continue_to', { app: displayText(back.to.app) })}
          follow={back.follow}
        />
      )}
      <DetailList locale={locale} details={details} />
    </Shell>
  );
}

/** The applications that the person is signed out of, each with its progress. */
function NotifiedClients({
  locale,
  notified,
}: {
  readonly locale: Locale;
  readonly notified: readonly NotifiedClient[];
}) {
  return (
    <div className="grid gap-2">
      <h2 className="text-muted-foreground text-sm">{translate(locale, 'logged_out.apps')}</h2>
      <ul className="divide-y divide-border rounded-box border border-border">
        {notified.map(({ name, frames, state }, index) => (
          <li
            key={frameTarget(index)}
            id={frameTarget(index)}
            data-frames={frames.length === 0 ? undefined : frames.length}
            className="grid gap-0.5 px-4 py-3"
          >
            <bdi className="justify-self-start font-semibold">{displayText(name)}</bdi>
            <span className="text-muted-foreground text-sm leading-6">
              {translate(locale, `logged_out.app_${state === 'browser' ? 'waiting' : state}`)}
            </span>
          </li>
        ))}
      </ul>
      {notified.some(({ frames }) => frames.length > 0) && <Frames locale={locale} notified={notified} />}
    </div>
  );
}

/** A frame may run its scripts and use its own storage. It may not redirect this page or open windows. */
function Frames({ locale, notified }: { readonly locale: Locale; readonly notified: readonly NotifiedClient[] }) {
  const isAll = notified.every(({ state }) => state !== 'silent' && state !== 'failed');
  return (
    <>
      <p
        id="frames"
        role="status"
        data-told={translate(locale, 'logged_out.app_told')}
        data-failed={translate(locale, 'logged_out.app_failed')}
        // If a row has another state, "all have been told" would be wrong.
        data-done={isAll ? translate(locale, 'logged_out.apps_done') : ''}
        data-slow={translate(locale, 'logged_out.apps_slow')}
        className="text-muted-foreground text-sm empty:hidden"
      >
        {translate(locale, 'logged_out.apps_pending')}
      </p>
      <script>{loggedOutScript}</script>
      {notified.flatMap(({ frames }, index) =>
        frames.map((address) => (
          <iframe
            key={`${frameTarget(index)} ${address}`}
            src={address}
            data-app={frameTarget(index)}
            title={displayText(notified[index]?.name ?? '')}
            sandbox="allow-forms allow-same-origin allow-scripts"
            hidden
          />
        )),
      )}
    </>
  );
}

function frameTarget(index: number): string {
  return `app-${index}`;
}
