import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import type { ClientLink, ProblemModel } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { textOf, translate } from '#lib/i18n/translate';
import type { SheetPage } from '#lib/vocabulary/sheet-pages';
import { Heading, TextLink } from '../ui/text';
import { Shell, type ShellContext } from './shell';

type ProblemViewProps = ShellContext & { readonly model: ProblemModel };

/** The problems that people also have when they are not signing in. The title of the page is theirs (WCAG 2.4.2). */
const everywhere: ReadonlySet<ProblemModel['problem']> = new Set([
  'forbidden_origin',
  'not_found',
  'request_too_large',
  'server_error',
  'unavailable',
]);

/** The problems that automation tells apart by the name of the page (`data-page`). */
const pages: Readonly<Partial<Record<ProblemModel['problem'], SheetPage>>> = {
  agent_pending: 'agent-pending',
  agent_limit: 'agent-limit',
};

/** Why a page cannot be shown: a sentence for the person, and folded details for the developer. */
export function ProblemView({ model, ...shell }: ProblemViewProps) {
  const { locale } = shell;
  const say = (part: 'title' | 'text') =>
    textOf(locale, { key: `error.${model.problem}.${part}`, values: { host: model.host ?? '' } });
  const title = everywhere.has(model.problem) ? say('title') : translate(locale, 'error.page_title');
  return (
    <Shell {...shell} frame={model.frame ?? shell.frame} page={pages[model.problem] ?? 'error'} title={title}>
      <Heading text={say('text')}>{say('title')}</Heading>
      <Ways locale={locale} model={model} />
      <DetailList locale={locale} details={model.details} />
      <Reference locale={locale} reference={model.reference} app={model.app} />
      {model.investigate && (
        <p className="-my-2.5">
          <TextLink href={model.investigate}>{translate(locale, 'error.investigate')}</TextLink>
        </p>
      )}
    </Shell>
  );
}

type ReferenceProps = { readonly locale: Locale; readonly reference: string; readonly app?: string | null | undefined };

/** What the person names when they ask for help: the application and the reference. */
export function Reference({ locale, reference, app }: ReferenceProps) {
  return (
    <div className="grid gap-1 text-muted-foreground text-sm">
      {app && (
        <p>
          {translate(locale, 'account.home.fact', {
            label: translate(locale, 'account.approvals.app'),
            value: displayText(app),
          })}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="select-all font-mono rtl:font-sans">
          {translate(locale, 'error.reference', { reference })}
        </span>
        <CopyReference locale={locale} reference={reference} />
      </p>
      <p>{translate(locale, 'error.reference_hint')}</p>
    </div>
  );
}

/** browser/copy.ts shows the button. Without a script, a click selects the reference. */
function CopyReference({ locale, reference }: { readonly locale: Locale; readonly reference: string }) {
  return (
    <button
      type="button"
      hidden
      data-copy={reference}
      data-copied={translate(locale, 'recovery_codes.copied')}
      className="min-h-11 cursor-pointer rounded underline underline-offset-3 hover:text-foreground"
    >
      <span aria-live="polite">{translate(locale, 'recovery_codes.copy')}</span>
    </button>
  );
}

/** Links to retry if that may help, and to the application or the start page. */
function Ways({ locale, model }: { readonly locale: Locale; readonly model: ProblemModel }) {
  const { again, continueTo } = model;
  return (
    <div className="grid gap-3">
      {again && (
        <ButtonLink variant="primary" href={again.href}>
          {translate(locale, `error.${again.word}`)}
        </ButtonLink>
      )}
      {continueTo && /^https?:\/\//i.test(continueTo.uri) ? (
        <ClientWay
          locale={locale}
          to={continueTo}
          text={translate(locale, 'error.continue_to', { app: displayText(continueTo.app) })}
          variant={again ? 'secondary' : 'primary'}
        />
      ) : (
        <ButtonLink variant="secondary" href="/">
          {translate(locale, 'error.home')}
        </ButtonLink>
      )}
    </div>
  );
}

type DetailListProps = { readonly locale: Locale; readonly details: ProblemModel['details'] };

/**
 * Folded details for the application's developer. These pages have no scripts, so one click selects all text for
 * copying.
 */
export function DetailList({ locale, details }: DetailListProps) {
  if (details.length === 0) return null;
  return (
    <Details summary={translate(locale, 'error.details')}>
      <dl className="grid select-all gap-3 font-mono text-sm">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt className="font-sans text-muted-foreground">{label}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
    </Details>
  );
}

type ClientWayProps = {
  readonly locale: Locale;
  readonly to: ClientLink;
  /** The text of the link for a reviewed client. */
  readonly text: string;
  readonly variant?: 'primary' | 'secondary';
  /** True if the page's script may follow the link. It never follows the link of a self-registered client. */
  readonly follow?: boolean;
};

/** A link to an application. For a self-registered one, the page says so and the link names the host. */
export function ClientWay({ locale, to, text, variant = 'primary', follow = false }: ClientWayProps) {
  if (to.isVouched) {
    return (
      <ButtonLink href={to.uri} rel="noreferrer" variant={variant} data-follow={follow ? '' : undefined}>
        {text}
      </ButtonLink>
    );
  }
  const shown = { app: displayText(to.app), host: displayText(to.host) };
  return (
    <>
      <p>{translate(locale, 'leave.text', shown)}</p>
      <ButtonLink href={to.uri} rel="noreferrer" variant="secondary">
        {translate(locale, 'leave.continue', { host: shown.host })}
      </ButtonLink>
    </>
  );
}

type MessageViewProps = ShellContext & {
  readonly page?: SheetPage;
  readonly title: string;
  readonly heading: string;
  readonly text: ReactNode;
  readonly link?: { readonly text: string; readonly href: string };
};

/** A page with only a message and a link to continue. */
export function MessageView({ page = 'error', title, heading, text, link, ...shell }: MessageViewProps) {
  return (
    <Shell {...shell} page={page} title={title}>
      <Heading text={text}>{heading}</Heading>
      {link && (
        <ButtonLink variant="secondary" href={link.href}>
          {link.text}
        </ButtonLink>
      )}
    </Shell>
  );
}
