import { Icon, type IconName } from '#components/ui/icon';
import { TextLink } from '#components/ui/text-link';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FactorPage } from '#lib/login/read-factor-page';

type OtherWaysProps = {
  readonly locale: Locale;
  readonly factors: readonly SecondFactor[];
  readonly addressOf: (factor: SecondFactor) => string;
  /** The masked address that a code would be sent to (ux §1.2.8). */
  readonly mailTo?: string | null;
};

const icons: Readonly<Record<SecondFactor, IconName>> = {
  passkey: 'key',
  totp: 'phone',
  recovery: 'list',
  email: 'mail',
};

/** Links to the same page for the other factors. Absent if there are none. */
export function OtherWays({ locale, factors, addressOf, mailTo = null }: OtherWaysProps) {
  if (factors.length === 0) return null;
  return (
    <nav aria-labelledby="other-ways" className="grid gap-1">
      <h2 id="other-ways" className="font-semibold text-[0.9375rem]">
        {translate(locale, 'factor.others')}
      </h2>
      <ul className="grid">
        {factors.map((factor) => (
          <li key={factor} className="flex flex-wrap items-center gap-x-2">
            <Icon name={icons[factor]} className="size-4 shrink-0 text-muted-foreground" />
            <TextLink href={addressOf(factor)} className="w-fit">
              {translate(locale, `factor.way.${factor}`)}
            </TextLink>
            {factor === 'email' && mailTo !== null && <bdi className="text-muted-foreground text-sm">{mailTo}</bdi>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The problem of the answer in words, or null. */
export function factorProblem(
  locale: Locale,
  { problem, method }: Pick<FactorPage, 'problem' | 'method'>,
): string | null {
  const isRecovery = method === 'recovery';
  switch (problem) {
    case null:
      return null;
    case 'code_malformed':
      return translate(locale, isRecovery ? 'factor.problem.recovery_malformed' : 'factor.problem.code_malformed');
    case 'code_wrong':
      return translate(locale, isRecovery ? 'factor.problem.recovery_wrong' : 'factor.problem.code_wrong');
    case 'passkey_unknown':
    case 'passkey_refused':
    case 'passkey_expired':
    case 'passkey_copied':
      return translate(locale, `passkey.problem.${problem}`);
    default:
      return translate(locale, `factor.problem.${problem}`);
  }
}
