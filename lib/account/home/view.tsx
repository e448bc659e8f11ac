import { newPasskeyWords, PasskeyButton } from '#components/passkey/passkey-button';
import { Button, ButtonLink } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import { TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountPage, deviceName, formatMoment, type Shown } from '../kit/view';
import { findPasskeyOffer } from '../passkeys/passkey-offer';
import { type HomePage, type NoticeRow, readHome } from './read';

export const homePages: readonly AccountPage[] = [
  {
    path: '',
    page: 'account-home',
    section: 'home',
    title: 'account.title',
    text: 'account.home.text',
    render: async ({ context, session, locale, timeZone, form: { csrf } }) => {
      const home = await readHome(session, locale, context);
      const offer = await findPasskeyOffer(session, context);
      const body = (
        <>
          <NoticesView locale={locale} csrf={csrf} rows={home.notices} timeZone={timeZone} />
          {/* The verdict about a new device is the only place where its notice stands. */}
          {offer === null || home.advice.step === 'device' ? (
            <VerdictCard locale={locale} csrf={csrf} home={home} timeZone={timeZone} />
          ) : (
            <PasskeyOfferView locale={locale} csrf={csrf} id={offer} />
          )}
          <Tiles locale={locale} home={home} />
        </>
      );
      return { body };
    },
  },
];

type HomeProps = { readonly locale: Locale; readonly home: HomePage };

type VerdictCardProps = Shown<'timeZone'> & HomeProps & { readonly csrf: string };

/** What protects the account, and the one thing that would protect it better. */
function VerdictCard(props: VerdictCardProps) {
  const { locale, home } = props;
  const { advice, protection } = home;
  const isDone = advice.step === 'done';
  const verdict = translate(locale, `account.home.${protection}`);
  return (
    <section
      aria-labelledby="verdict"
      data-verdict={advice.step}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-4 rounded-box border border-border bg-card px-5 py-5"
    >
      <Icon
        name={isDone ? 'shield-check' : 'shield-alert'}
        className={`size-8 ${isDone ? 'text-success' : 'text-warning'}`}
      />
      <div className="grid content-start gap-1">
        <h2 id="verdict" className="font-semibold text-lg leading-snug">
          {isDone ? translate(locale, 'account.home.all_set') : verdict}
        </h2>
        <p className="text-muted-foreground text-sm">{isDone ? verdict : <AdviceText {...props} />}</p>
      </div>
      {!isDone && (
        <div className="col-start-2 flex flex-wrap items-center gap-3 max-sm:col-start-1 max-sm:col-end-3">
          <AdviceAction {...props} />
        </div>
      )}
    </section>
  );
}

function AdviceText({ locale, home: { advice }, timeZone }: VerdictCardProps) {
  switch (advice.step) {
    case 'passkey':
      return translate(locale, 'passkey.list.text');
    case 'app':
      return translate(locale, 'account.authenticator.text');
    case 'codes': {
      const unused = translate(locale, 'account.security.unused', { count: String(advice.left) });
      return `${translate(locale, 'account.recovery_codes.text')} ${unused}`;
    }
    case 'device': {
      const { key, at, facts } = advice.notice;
      return [translate(locale, key), formatMoment(locale, at, timeZone), ...facts.map(displayText)].join(' · ');
    }
    case 'done':
      return null;
  }
}

/** Creating a passkey takes one press if the sign-in is fresh. Otherwise, and without scripts, its page comes first. */
function AdviceAction({ locale, csrf, home: { advice } }: VerdictCardProps) {
  switch (advice.step) {
    case 'passkey':
      return <CreatePasskey locale={locale} csrf={csrf} isReady={advice.isReady} />;
    case 'app':
      return (
        <ButtonLink variant="primary" href="/account/authenticator" className="sm:w-fit">
          {translate(locale, 'account.two_step.add_app')}
        </ButtonLink>
      );
    case 'codes':
      return (
        <ButtonLink variant="primary" href="/account/recovery-codes" className="sm:w-fit">
          {translate(locale, 'account.home.save_codes')}
        </ButtonLink>
      );
    case 'device':
      return (
        <>
          <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }} className="w-full sm:w-fit">
            <input type="hidden" name="notices" value={advice.notice.id} />
            <Button variant="equal" className="sm:w-fit">
              {translate(locale, 'account.home.was_me')}
            </Button>
          </AccountForm>
          <ButtonLink variant="equal" href="/account/activity" className="sm:w-fit">
            {translate(locale, 'account.home.was_not_me')}
          </ButtonLink>
        </>
      );
    case 'done':
      return null;
  }
}

type CreatePasskeyProps = { readonly locale: Locale; readonly csrf: string; readonly isReady: boolean };

function CreatePasskey({ locale, csrf, isReady }: CreatePasskeyProps) {
  const link = (
    <ButtonLink variant="primary" href="/account/passkeys/new" className="sm:w-fit">
      {translate(locale, 'passkey.list.create')}
    </ButtonLink>
  );
  if (!isReady) return link;
  return (
    <>
      <noscript>{link}</noscript>
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'makePasskey',
          challenge: '/account/passkeys/challenge',
          action: '/account/passkeys/new/submit',
          fields: { csrf, decision: 'save' },
        }}
        words={{ ...newPasskeyWords(locale), button: translate(locale, 'passkey.list.create') }}
      />
    </>
  );
}

/** The other parts of the account, each with what is true now. */
function Tiles({ locale, home: { security, devices, apps } }: HomeProps) {
  const fact = (label: string, value: string) => translate(locale, 'account.home.fact', { label, value });
  const isOn = translate(locale, security.asksTwice ? 'account.two_step.on' : 'account.two_step.off');
  const { latest } = devices;
  const place = latest?.place ? translate(locale, 'account.devices.near', { place: latest.place }) : null;
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      <Tile href="/account/security" icon="key" title={translate(locale, 'account.sections.security')}>
        {[
          fact(translate(locale, 'account.two_step.title'), isOn),
          security.passkeys === null ? null : fact(translate(locale, 'passkey.list.title'), String(security.passkeys)),
        ]}
      </Tile>
      <Tile href="/account/devices" icon="phone" title={translate(locale, 'account.sections.devices')}>
        {[
          translate(locale, 'account.home.signed_in', { count: devices.count }),
          latest === null ? null : [deviceName(locale, latest), ...(place === null ? [] : [place])].join(', '),
        ]}
      </Tile>
      <Tile href="/account/apps" icon="window" title={translate(locale, 'account.sections.apps')}>
        {[
          translate(locale, 'account.home.connected', { count: apps.count }),
          apps.latest === null ? null : displayText(apps.latest),
        ]}
      </Tile>
    </ul>
  );
}

type TileProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly title: string;
  /** Facts, of which some may be unknown. */
  readonly children: readonly (string | null)[];
};

function Tile({ href, icon, title, children }: TileProps) {
  return (
    <li className="relative grid content-start gap-1.5 rounded-box border border-border bg-card px-4 py-4 hover:bg-muted">
      <Icon name={icon} className="size-5 text-muted-foreground" />
      <a
        href={href}
        className="-my-2 flex min-h-11 items-center font-semibold after:absolute after:inset-0 after:rounded-box"
      >
        {title}
      </a>
      {children.map(
        (fact) =>
          fact !== null && (
            <p key={fact} className="text-muted-foreground text-sm">
              <bdi>{fact}</bdi>
            </p>
          ),
      )}
    </li>
  );
}

type NoticesViewProps = Shown<'timeZone'> & { readonly csrf: string; readonly rows: readonly NoticeRow[] };

/** The events of the account since the person last read its notices. */
function NoticesView({ locale, csrf, rows, timeZone }: NoticesViewProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="notices" className="grid gap-3 rounded-box border border-brand/50 bg-brand/10 px-4 py-4">
      <h2 id="notices" className="font-semibold">
        {translate(locale, 'account.notices.title')}
      </h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} data-notice={row.id} className="grid">
            <span className="font-semibold text-[0.9375rem]">{translate(locale, row.key)}</span>
            <span className="flex flex-wrap gap-x-3 text-sm">
              <span>{formatMoment(locale, row.at, timeZone)}</span>
              {row.facts.map((fact) => (
                <bdi key={fact}>{displayText(fact)}</bdi>
              ))}
              {row.place !== null && <span>{translate(locale, 'account.devices.near', { place: row.place })}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }}>
          <input type="hidden" name="notices" value={rows.map(({ id }) => id).join(' ')} />
          <Button size="small" className="min-h-11">
            {translate(locale, 'account.notices.read')}
          </Button>
        </AccountForm>
        <TextLink href="/account/devices" className="text-sm">
          {translate(locale, 'account.notices.check')}
        </TextLink>
      </div>
    </section>
  );
}

type PasskeyOfferViewProps = {
  readonly locale: Locale;
  readonly csrf: string;
  /** The notice with the offer. */
  readonly id: string;
};

/** Offers to create a passkey after a recovery. The person may decline. */
function PasskeyOfferView({ locale, csrf, id }: PasskeyOfferViewProps) {
  return (
    <section
      aria-labelledby="passkey-offer"
      data-passkey-offer
      className="grid gap-3 rounded-box border border-border bg-card px-4 py-4"
    >
      <div className="grid gap-1">
        <h2 id="passkey-offer" className="font-semibold">
          {translate(locale, 'passkey.list.hero')}
        </h2>
        <p className="text-muted-foreground text-sm">{translate(locale, 'account.passkey_offer.text')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink variant="primary" href="/account/passkeys/new" className="sm:w-fit">
          {translate(locale, 'passkey.list.create')}
        </ButtonLink>
        <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }} className="w-full sm:w-fit">
          <input type="hidden" name="notices" value={id} />
          <Button variant="quiet" name="decision" value="decline" className="sm:w-fit">
            {translate(locale, 'account.passkey_offer.later')}
          </Button>
        </AccountForm>
      </div>
    </section>
  );
}
