import { Button, ButtonLink } from '#components/ui/button';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { PageFrame } from '#lib/theme/brand';
import { Breakable, Heading } from '../ui/text';
import { Shell, type ShellContext } from './shell';

/** The next page after the codes are saved. */
type Next =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'form'; readonly action: string; readonly interaction: string; readonly csrf: string };

export type RecoveryCodesPage = {
  /** The codes as they are shown. */
  readonly codes: readonly string[];
  /** What the codes are for, in the file and on paper: where, whose, and since when. */
  readonly account: {
    readonly issuer: string;
    readonly username: string;
    readonly createdAt: Date;
    /** The person's. */
    readonly timeZone: string;
  };
  /** The page that created them. */
  readonly page: 'enrol' | 'account-recovery-codes';
  readonly next: Next;
  readonly frame: PageFrame;
};

type RecoveryCodesViewProps = ShellContext & {
  readonly model: Omit<RecoveryCodesPage, 'frame'>;
  /** The inline script, whose hash is in the policy. */
  readonly script: string;
};

/** The codes, shown once. Copying and downloading need a script, so their buttons are hidden until it runs. */
export function RecoveryCodesView({ model, script, ...shell }: RecoveryCodesViewProps) {
  const { locale } = shell;
  const title = translate(locale, 'recovery_codes.title');
  return (
    <Shell {...shell} page={model.page} title={title}>
      <Heading text={translate(locale, 'recovery_codes.text')}>{title}</Heading>
      <CodeFacts locale={locale} account={model.account} />
      <ul
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.75rem),1fr))] gap-x-6 gap-y-2 rounded-box border border-border bg-card p-4 print:grid-cols-2 print:gap-y-6 print:p-8"
      >
        {model.codes.map((code) => (
          <li key={code} data-recovery-code={code} className="text-center font-mono sm:text-lg print:text-xl">
            {code}
          </li>
        ))}
      </ul>
      <div id="code-tools" hidden className="flex flex-wrap gap-3 print:hidden">
        <Button type="button" variant="secondary" data-done={translate(locale, 'recovery_codes.copied')}>
          {translate(locale, 'recovery_codes.copy')}
        </Button>
        <ButtonLink
          variant="secondary"
          href="#"
          download={`recovery-codes-${new URL(model.account.issuer).hostname}.txt`}
        >
          {translate(locale, 'action.download')}
        </ButtonLink>
        <Button type="button" variant="secondary">
          {translate(locale, 'recovery_codes.print')}
        </Button>
      </div>
      <Continue locale={locale} next={model.next} />
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
        dangerouslySetInnerHTML={{ __html: script }}
      />
    </Shell>
  );
}

/** What the codes are for. The script puts these lines into the file too. */
function CodeFacts({ locale, account }: Pick<RecoveryCodesPage, 'account'> & { readonly locale: Locale }) {
  const { createdAt, timeZone } = account;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(createdAt);
  return (
    <ul
      id="code-facts"
      className="-mt-3 flex flex-wrap gap-x-4 text-muted-foreground text-sm print:grid print:text-base"
    >
      {[account.issuer, displayText(account.username)].map((fact) => (
        <li key={fact}>
          <bdi>
            <Breakable>{fact}</Breakable>
          </bdi>
        </li>
      ))}
      <li>{translate(locale, 'account.recovery_codes.made', { date })}</li>
    </ul>
  );
}

function Continue({ locale, next }: { readonly locale: ShellContext['locale']; readonly next: Next }) {
  const text = translate(locale, 'recovery_codes.saved');
  if (next.kind === 'link') {
    return (
      <ButtonLink variant="primary" href={next.href} className="print:hidden">
        {text}
      </ButtonLink>
    );
  }
  return (
    <form method="post" action={next.action} className="grid print:hidden">
      <input type="hidden" name="interaction" value={next.interaction} />
      <input type="hidden" name="csrf" value={next.csrf} />
      <Button variant="primary" name="decision" value="continue">
        {text}
      </Button>
    </form>
  );
}
