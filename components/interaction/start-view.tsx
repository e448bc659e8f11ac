import { Heading } from '#components/ui/heading';
import type { MessageKey } from '#lib/i18n/catalog';
import { translate } from '#lib/i18n/translate';
import { Shell, type ShellContext } from './shell';

type StartViewProps = ShellContext & { readonly hasDemo: boolean };

type Entry = { readonly href: string; readonly name: StartKey; readonly text: StartKey };

type StartKey = Extract<MessageKey, `start.${string}`>;

const account: Entry = { href: '/account', name: 'start.account', text: 'start.account_text' };

const demo: Entry = { href: '/demo', name: 'start.demo', text: 'start.demo_text' };

const entries: readonly Entry[] = [
  { href: '/.well-known/openid-configuration', name: 'start.discovery', text: 'start.discovery_text' },
  { href: '/.well-known/openid-configuration/jwks', name: 'start.keys', text: 'start.keys_text' },
  { href: '/logout', name: 'start.sign_out', text: 'start.sign_out_text' },
];

/** The page at the portal's bare address: what this is, and where to go. */
export function StartView({ hasDemo, ...shell }: StartViewProps) {
  const { locale } = shell;
  return (
    <Shell {...shell} page="start">
      <Heading text={translate(locale, 'start.text')}>{translate(locale, 'start.heading')}</Heading>
      <nav>
        <ul className="-mx-3 grid gap-1">
          {[account, ...(hasDemo ? [demo] : []), ...entries].map((entry) => (
            <li key={entry.href}>
              {/* A plain link: these are not pages of the client router. */}
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
