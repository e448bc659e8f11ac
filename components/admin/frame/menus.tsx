import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon';
import { type AdminFrame, type Preferences, preferenceChoices } from '#lib/admin/frame/preferences';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';
import { CopyButton } from '../copy-button';

type AccountMenuProps = Pick<AdminFrame, 'preferences' | 'csrf' | 'address' | 'version' | 'hasDocs'> & {
  readonly person: NonNullable<AdminFrame['person']>;
};

/** The signed-in person, and their preferences for how the pages look. */
export function AccountMenu({ person, version, hasDocs, ...preferences }: AccountMenuProps) {
  const { account: texts, roles } = adminTexts.shell;
  const letter = Array.from(person.name)[0]?.toLocaleUpperCase('en') ?? '?';
  return (
    <Menu
      id="account-menu"
      label={texts.label}
      side="end"
      buttonLabel={texts.button(person.name)}
      button={
        <>
          <span
            aria-hidden="true"
            className="inline-flex size-6 items-center justify-center rounded-full bg-foreground/8 font-semibold text-xs"
          >
            {letter}
          </span>
          <Icon name="chevron" className="size-3.5 max-sm:hidden" />
        </>
      }
    >
      <p className="break-words font-medium">
        <span className="sr-only">{texts.signedIn} </span>
        <Name>{person.name}</Name>
      </p>
      <p className="text-muted-foreground text-xs">{roles[person.role]}</p>
      <ul className="mt-2 grid border-border border-t pt-2">
        <MenuLink href="/account">{texts.own}</MenuLink>
        {hasDocs && <MenuLink href="/docs">{texts.docs}</MenuLink>}
      </ul>
      <Choices {...preferences} />
      <ul className="mt-2 grid border-border border-t pt-2">
        <MenuLink href="/logout">{texts.signOut}</MenuLink>
      </ul>
      <p className="mt-1 px-2 text-muted-foreground text-xs">{texts.version(version)}</p>
    </Menu>
  );
}

function MenuLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <li>
      <a href={href} className="flex min-h-8 items-center rounded-md px-2 hover:bg-muted">
        {children}
      </a>
    </li>
  );
}

/** The id of the form, for buttons elsewhere on the page that send a choice. */
export const preferencesForm = 'preferences';

const names = ['times', 'theme', 'density', 'names'] as const;

/** One button for each choice. Pressing it saves the choice and reloads the page, without a script too. */
function Choices({ preferences, csrf, address }: Pick<AccountMenuProps, 'preferences' | 'csrf' | 'address'>) {
  return (
    <form
      id={preferencesForm}
      method="post"
      action="/admin/preferences/submit"
      className="mt-2 grid gap-2 border-border border-t pt-2"
    >
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="to" value={address} />
      {names.map((name) => (
        <Choice key={name} name={name} chosen={preferences[name]} />
      ))}
    </form>
  );
}

function Choice<Of extends keyof Preferences>({
  name,
  chosen,
}: {
  readonly name: Of;
  readonly chosen: Preferences[Of];
}) {
  const texts = adminTexts.shell.account.preferences[name];
  const words: Readonly<Record<string, string>> = texts.choices;
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-2">
      <legend className="float-start text-muted-foreground">{texts.label}</legend>
      <div className="flex rounded-md border border-input">
        {preferenceChoices[name].map((choice) => (
          <button
            key={choice}
            type="submit"
            name={name}
            value={choice}
            aria-pressed={choice === chosen}
            className="choice-button"
          >
            {words[choice]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The name of this server, and the two addresses that people need to set up an app. */
export function IssuerMenu({ issuer }: { readonly issuer: string }) {
  const texts = adminTexts.shell.issuer;
  const discovery = `${issuer}/.well-known/openid-configuration`;
  return (
    <Menu
      id="issuer-menu"
      label={texts.label}
      side="start"
      buttonClass="max-lg:hidden text-muted-foreground"
      button={
        <>
          <span className="truncate">{new URL(issuer).host}</span>
          <Icon name="chevron" className="size-3.5" />
        </>
      }
    >
      <dl className="grid gap-3">
        <Address label={texts.issuer} address={issuer} />
        <Address label={texts.discovery} address={discovery} />
      </dl>
      <a href={discovery} className="mt-3 inline-block rounded-sm underline underline-offset-4">
        {texts.open}
      </a>
    </Menu>
  );
}

function Address({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="flex items-baseline justify-between gap-2">
        <code className="min-w-0 break-all text-[0.8125rem]">{address}</code>
        <CopyButton text={address} label={label} />
      </dd>
    </div>
  );
}

type MenuProps = {
  /** The id of the box, which its button refers to. */
  readonly id: string;
  /** Names the box for people who cannot see it. */
  readonly label: string;
  /** The side of the top bar that the box is aligned with. */
  readonly side: 'start' | 'end';
  readonly button: ReactNode;
  readonly buttonClass?: string;
  /** The name of the button, if its content has none. */
  readonly buttonLabel?: string;
  readonly children: ReactNode;
};

const sides = { start: 'start-2 end-auto lg:start-4', end: 'start-auto end-2 lg:end-4' } as const;

/** A button of the top bar and the box that it opens. The box is a popover, which needs no script. */
function Menu({ id, label, side, button, buttonClass = '', buttonLabel, children }: MenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={buttonLabel}
        className={`inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-sm hover:bg-muted ${buttonClass}`}
      >
        {button}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label={label}
        className={`fixed top-12 bottom-auto mt-1 max-h-[calc(100dvh-4rem)] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-card p-3 text-foreground text-sm shadow-card ${sides[side]}`}
      >
        {children}
      </section>
    </>
  );
}
