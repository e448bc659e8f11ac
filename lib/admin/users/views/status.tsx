import type { ReactNode } from 'react';
import { Moment } from '#components/admin/moment';
import { timeView } from '#components/admin/page-facts';
import { ButtonLink } from '#components/ui/button';
import { Icon } from '#components/ui/icon';
import { Name } from '#components/ui/text';
import { formatCount, formatStart } from '#lib/i18n/admin/format';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { reasonText } from '../../audit/read';
import type { Action } from '../../kit/define-action';
import { enableUser, letTryAgain, mailPasswordLink, newPasswordLink } from '../actions';
import { userPath } from '../feature';
import { mayAsk } from '../read';
import type { SignInStatus } from '../sign-in-status';
import { mailText, texts } from '../texts';
import type { HeaderProps } from './header';

const { status: words } = texts;

type StatusProps = HeaderProps & {
  readonly status: SignInStatus;
  /** The names of the tenants of the account. */
  readonly tenants: readonly string[];
};

/** Whether the person can sign in, why not, and the one button that helps. */
export function StatusLine(props: StatusProps) {
  const { user, security, status, tenants } = props;
  const { last } = status;
  const lacksMethod = status.canSignIn && last === null && !hasMethod(props);
  const canSignIn = status.canSignIn && !lacksMethod;
  const button = helpfulOf(props);
  return (
    <section
      aria-label={words.label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-border bg-card px-5 py-4 text-sm"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 items-start gap-2 break-words">
          <Icon
            name={canSignIn ? 'check' : 'cross'}
            className={`mt-0.5 size-4 shrink-0 ${canSignIn ? 'text-success' : 'text-destructive'}`}
          />
          <span className="min-w-0">
            <strong className="font-semibold">{lacksMethod ? words.none : canSignIn ? words.can : words.cannot}</strong>{' '}
            {lacksMethod ? (
              words.noneText
            ) : canSignIn ? (
              <Last last={last} />
            ) : (
              <Why status={status} enabled={user.enabled} tenants={user.tenants} names={tenants} />
            )}
          </span>
        </p>
        {security.lockedUntil !== null && (
          <p className="text-warning">
            {words.limited} <Moment at={security.lockedUntil} />
          </p>
        )}
      </div>
      {button}
    </section>
  );
}

/** Whether there is something that the person can show first. An authenticator app and recovery codes are only second. */
function hasMethod({ user, factors: { factors }, identities }: StatusProps): boolean {
  return user.hasPassword || identities.length > 0 || factors.some(({ kind }) => kind === 'passkey');
}

/** "Last success 3 min ago with a passkey, Chrome on Linux." */
function Last({ last }: Pick<SignInStatus, 'last'>) {
  if (last === null) return words.never;
  const { at, factors, provider, browser } = last;
  const how = factors.map((factor) => (factor === 'provider' && provider !== null ? provider : words.methods[factor]));
  return (
    <>
      {words.last} <Moment at={at} />
      {how.length > 0 && ` ${words.with} ${how.join(words.and)}`}
      {browser !== null && `, ${browser}`}.
    </>
  );
}

type WhyProps = {
  readonly status: SignInStatus;
  readonly enabled: boolean;
  readonly tenants: UserTenants;
  readonly names: readonly string[];
};

/** "wrong password 4 times since 17:20; enabled; Acme only.", or "tried once since 17:20; disabled." */
function Why({ status: { failed }, enabled, tenants, names }: WhyProps) {
  const scope = tenants === 'all' ? null : names.length === 0 ? words.noTenant : words.only(names.join(', '));
  return (
    <>
      {failed !== null && (
        <>
          {words.states[failed.problem] ?? lowerFirst(reasonText(failed.problem))}{' '}
          {words.times(formatCount(failed.count, failed.isCut))} {words.since}{' '}
          <time dateTime={failed.since.toISOString()}>{formatStart(failed.since, timeView())}</time>
          {failed.problem === 'disabled' && enabled && ` ${words.whileDisabled}`};{' '}
        </>
      )}
      {enabled ? words.enabled : words.disabled}
      {scope !== null && (
        <>
          ; <Name>{scope}</Name>
        </>
      )}
      .
    </>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The one button that helps. Null if nothing has to be helped, or nobody may. */
function helpfulOf({ user, admin, security, status, factors }: StatusProps): ReactNode {
  const { sub } = user;
  const ask = (what: Parameters<typeof mayAsk>[0], action: Action, label = action.link) =>
    mayAsk(what, user, admin) && (
      <ButtonLink href={action.addressOf({ sub })} data-confirm="">
        {label}
      </ButtonLink>
    );
  const { lost } = texts.help;
  const reset = () =>
    security.passwordMail === null
      ? ask('link', newPasswordLink)
      : ask('mail', mailPasswordLink, mailText(security.passwordMail.kind, factors.mailedLinks));
  if (!user.enabled) return ask('enable', enableUser);
  if (status.canSignIn) return status.last === null && !user.hasPassword && reset();
  switch (status.failed?.problem) {
    case 'wrong_second_factor':
    case 'counter_went_back':
      return mayAsk('remove-factor', user, admin) && <ButtonLink href="#methods">{lost}</ButtonLink>;
    case 'wrong_tenant':
      return (
        user.mayChange && <ButtonLink href={`${userPath(sub, 'profile')}#tenants`}>{texts.profile.edit}</ButtonLink>
      );
    case 'password_stopped':
      return ask('unlock', letTryAgain);
    default:
      return reset();
  }
}
