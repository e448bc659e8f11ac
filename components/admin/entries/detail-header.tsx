import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { buttonClasses } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import type { Check } from '#lib/admin/checks/check';
import type { Severity } from '#lib/admin/checks/checked';
import { texts as checksTexts, texts } from '#lib/admin/checks/texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';
import { CopyButton } from '../copy-button';
import { type Ancestor, Breadcrumb } from '../page-header';

/** Something to do with an object. Following the link changes nothing yet. */
export type HeaderLink = {
  readonly label: string;
  readonly href: string;
  readonly isDangerous?: boolean;
  /** The page asks for confirmation, and browser/confirm.ts shows it as a dialog over this one. */
  readonly asks?: boolean;
};

export type DetailHeaderProps = {
  readonly parent: Ancestor;
  readonly icon: IconName;
  readonly mark?: ReactNode;
  readonly title: string;
  /** For example its kind or role. */
  readonly kinds: readonly string[];
  /** Badges for unusual states. */
  readonly states?: ReactNode;
  /** The ID to copy. Null if the title is the ID. */
  readonly id: { readonly label: string; readonly value: string } | null;
  readonly facts?: readonly ReactNode[];
  /** How the object is doing. */
  readonly status?: ReactNode;
  /** The most frequent action. */
  readonly primary?: ReactNode;
  readonly menu?: readonly HeaderLink[];
  /** The findings of the checks about this object. */
  readonly checks?: readonly Check[];
};

/** The header of every page about one object: its name and facts, the actions, and the findings of the checks. */
export function DetailHeader(props: DetailHeaderProps) {
  const { parent, icon, mark, title, kinds, states, id, facts = [], status, primary, menu = [], checks = [] } = props;
  return (
    <header className="grid gap-3">
      <Breadcrumb ancestors={[parent]} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {mark ?? <Icon name={icon} className="size-5 text-muted-foreground" />}
            <h1 className="min-w-0 wrap-anywhere font-semibold text-[1.375rem] leading-7 tracking-display">
              <Name>{title}</Name>
            </h1>
            {states}
            {kinds.map((kind) => (
              <Badge key={kind}>{kind}</Badge>
            ))}
          </div>
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-muted-foreground text-sm">
            {id && (
              <span className="flex min-w-0 items-center gap-1">
                <span className="sr-only">{id.label}</span>
                <code className="break-all">{id.value}</code>
                <CopyButton text={id.value} label={id.label} />
              </span>
            )}
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one header never change places
              <span key={index}>
                {(index > 0 || id !== null) && <span aria-hidden="true">· </span>}
                {fact}
              </span>
            ))}
          </p>
          {status && <p className="min-w-0 break-words text-muted-foreground text-sm">{status}</p>}
        </div>
        <div data-page-actions className="flex flex-wrap items-center gap-2">
          {primary}
          {menu.length > 0 && <ActionMenu links={menu} />}
        </div>
      </div>
      <OpenChecks checks={checks} />
    </header>
  );
}

type MenuProps = {
  readonly links: readonly HeaderLink[];
  readonly id?: string;
  /** The word of its button. If absent, the button is an icon. */
  readonly label?: string;
};

/** A menu of what can be done with an object, which needs no script. */
export function ActionMenu({ links, id = 'object-menu', label }: MenuProps) {
  const { more } = adminTexts.shell.detail;
  const look = label === undefined ? ({ className: 'px-2' } as const) : ({ variant: 'primary' } as const);
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label ?? more} className={buttonClasses(look)}>
        {label}
        <Icon name={label === undefined ? 'more' : 'chevron'} />
      </button>
      <ul
        id={id}
        popover="auto"
        aria-label={label ?? more}
        className="anchored w-64 rounded-lg border border-border bg-card p-1 text-foreground text-sm shadow-card"
      >
        {links.map(({ label: name, href, isDangerous = false, asks = false }) => (
          <li key={name}>
            <a
              href={href}
              data-confirm={asks ? '' : undefined}
              className={`block rounded-md px-2.5 py-1.5 hover:bg-muted pointer-coarse:py-3 ${isDangerous ? 'text-destructive' : ''}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The most severe come first, because the checks are sorted that way. A link leads to the rest. */
const shownChecks = 3;

function OpenChecks({ checks }: { readonly checks: readonly Check[] }) {
  const { fix, allChecks } = adminTexts.shell.detail;
  if (checks.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {checks.slice(0, shownChecks).map(({ rule, severity, detail, href }) => {
        const [title] = checksTexts.rules[rule];
        return (
          <li key={`${rule} ${detail}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <SeverityBadge severity={severity} />
            <span className="min-w-0 break-words">
              {title}
              {detail !== null && (
                <>
                  : <code className="break-all">{detail}</code>
                </>
              )}
            </span>
            <a href={href} aria-label={`${fix}: ${title}`} className="underline underline-offset-4">
              {fix}
            </a>
          </li>
        );
      })}
      {checks.length > shownChecks && (
        <li>
          <a href="/admin/checks" className="underline underline-offset-4">
            {allChecks(checks.length)}
          </a>
        </li>
      )}
    </ul>
  );
}

const tones = { error: 'bad', warning: 'warning', advice: 'neutral' } as const;

/** The severity of a check in a word. */
export function SeverityBadge({ severity, count }: { readonly severity: Severity; readonly count?: number }) {
  const { severities, counted } = texts;
  return <Badge tone={tones[severity]}>{count === undefined ? severities[severity] : counted[severity](count)}</Badge>;
}
