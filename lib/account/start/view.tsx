import { AccountRow } from '#components/interaction/account-row';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Heading } from '#components/ui/text';
import type { MessageKey } from '#lib/i18n/catalog';
import { translate } from '#lib/i18n/translate';
import { definePage } from '#views/login/kit/view';
import { readStartPage, type StartPage } from './read';

export const startPage = definePage({
  path: '/',
  read: (context, { cookieHeader }) => readStartPage(context, cookieHeader),
  draw: (model, shell) => <StartView {...shell} model={model} />,
});

type StartViewProps = ShellContext & { readonly model: StartPage };

type Entry = { readonly href: string; readonly name: StartKey; readonly text: StartKey };

type StartKey = Extract<MessageKey, `start.${string}` | 'account.title' | 'action.sign_out'>;

const account: Entry = { href: '/account', name: 'account.title', text: 'start.account_text' };
const administration: Entry = { href: '/admin', name: 'start.admin', text: 'start.admin_text' };
const demo: Entry = { href: '/demo', name: 'start.demo', text: 'start.demo_text' };
const demoDevice: Entry = { href: '/demo/device', name: 'start.demo_device', text: 'start.demo_device_text' };
const signOut: Entry = { href: '/logout', name: 'action.sign_out', text: 'start.sign_out_text' };

const documents: readonly Entry[] = [
  { href: '/.well-known/openid-configuration', name: 'start.discovery', text: 'start.discovery_text' },
  { href: '/.well-known/openid-configuration/jwks', name: 'start.keys', text: 'start.keys_text' },
];

/** The page at the root of the portal: what this is, who is signed in, and links. */
export function StartView({ model, ...shell }: StartViewProps) {
  const { locale } = shell;
  const { person } = model;
  return (
    <Shell {...shell} page="start">
      <Heading text={translate(locale, 'start.text')}>{translate(locale, 'start.heading')}</Heading>
      {person && <AccountRow label={translate(locale, 'account.signed_in_as')} {...person} />}
      <nav>
        <ul className="-mx-3 grid gap-1">
          {entriesOf(model).map((entry) => (
            <li key={entry.href}>
              {/* A plain link, because these are not pages of the client router. */}
              <a
                href={entry.href}
                className="flex min-h-11 items-center gap-3 rounded-box px-3 py-2.5 transition-colors hover:bg-muted motion-reduce:transition-none"
              >
                <span className="grid flex-1">
                  <span className="font-semibold">{translate(locale, entry.name)}</span>
                  <span className="text-muted-foreground text-sm">{translate(locale, entry.text)}</span>
                </span>
                <Arrow />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Shell>
  );
}

function entriesOf({ person, isAdministrator, hasDemo, hasDemoDevice }: StartPage): readonly Entry[] {
  return [
    account,
    ...(isAdministrator ? [administration] : []),
    ...(hasDemo ? [demo] : []),
    ...(hasDemoDevice ? [demoDevice] : []),
    ...documents,
    ...(person === null ? [] : [signOut]),
  ];
}

function Arrow() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 text-muted-foreground rtl:-scale-x-100">
      <path
        d="m6 3.5 4.5 4.5L6 12.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
