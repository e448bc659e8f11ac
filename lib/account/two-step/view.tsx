import { Button } from '#components/ui/button';
import { TextLink } from '#components/ui/text';
import { type TwoStepReason, twoStepReasons } from '#lib/factors/decide-factor';
import type { MessageKey } from '#lib/i18n/catalog';
import { translate } from '#lib/i18n/translate';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { AccountForm, type AccountPage, type Shown } from '../kit/view';
import { twoStepOn } from './form';

export const twoStepPages: readonly AccountPage[] = [
  {
    path: 'two-step',
    page: 'account-two-step',
    section: 'security',
    title: 'account.two_step.title',
    exists: twoStepOn,
    fresh: true,
    render: async ({ context, session: { factors }, ...shown }) => {
      const policy = policyOf(portalScope, context);
      const reasons = twoStepReasons({ policy, factors });
      const canSwitch = policy.passkeys && factors.passkeys > 0;
      return { body: <TwoStepView {...shown} {...{ reasons, canSwitch }} hasPasskeys={policy.passkeys} /> };
    },
  },
];

type TwoStepViewProps = Shown<'form'> & {
  /** Why it is on; empty if it is off. */
  readonly reasons: readonly TwoStepReason[];
  /** Whether there is a passkey, which the switch asks for. */
  readonly canSwitch: boolean;
  readonly hasPasskeys: boolean;
};

const why = {
  switch: 'account.two_step.by_switch',
  app: 'account.two_step.by_app',
  role: 'account.two_step.by_role',
  required: 'account.two_step.by_policy',
} as const satisfies Record<TwoStepReason, MessageKey>;

/** Why two-step verification is on, and the button of its switch. */
export function TwoStepView({ locale, form, reasons, canSwitch, hasPasskeys }: TwoStepViewProps) {
  const isSwitched = reasons.includes('switch');
  const isFixed = reasons.includes('role') || reasons.includes('required');
  const mayTurnOn = canSwitch && !isFixed && !isSwitched;
  const isBare = !canSwitch && reasons.length === 0;
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason}>{translate(locale, why[reason])}</p>
      ))}
      {mayTurnOn && <p>{translate(locale, 'account.two_step.choose')}</p>}
      {isBare && <p>{translate(locale, 'account.two_step.needs_factor')}</p>}
      {canSwitch && !isFixed && (
        <AccountForm locale={locale} form={form}>
          <Button
            variant={isSwitched ? 'danger' : 'primary'}
            name="decision"
            value={isSwitched ? 'turn_off' : 'turn_on'}
            className="sm:w-fit"
          >
            {translate(locale, isSwitched ? 'account.two_step.turn_off' : 'account.two_step.turn_on')}
          </Button>
        </AccountForm>
      )}
      {isBare && (
        <ul className="-my-2.5">
          {hasPasskeys && (
            <li>
              <TextLink href="/account/passkeys/new">{translate(locale, 'passkey.list.create')}</TextLink>
            </li>
          )}
          <li>
            <TextLink href="/account/authenticator">{translate(locale, 'account.two_step.add_app')}</TextLink>
          </li>
        </ul>
      )}
    </>
  );
}
