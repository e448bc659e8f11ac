import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { RotationPlan } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';

type RotateKeysViewProps = { readonly plan: RotationPlan; readonly action: AdminAction; readonly csrf: string };

/** Shows what a rotation does and when, and asks for confirmation. */
export function RotateKeysView({ plan, action, csrf }: RotateKeysViewProps) {
  const texts = adminTexts.keys.rotate;
  const parent = { label: adminTexts.keys.title, href: '/admin/keys' };
  if (plan.isRotating) {
    return (
      <>
        <PageHeader title={texts.title} parent={parent} />
        <Notice title={texts.underTitle}>
          <p>{texts.under}</p>
        </Notice>
      </>
    );
  }
  const { algs, activatesAt, expiresAt } = plan;
  return (
    <>
      <PageHeader title={texts.title} description={texts.text} parent={parent} />
      <Panel title={texts.steps}>
        <dl className="mb-5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
          <dt className="font-medium">{texts.now}</dt>
          <dd>{texts.published(algs)}</dd>
          <dt className="font-medium">
            <Moment at={activatesAt} full />
          </dt>
          <dd>{texts.signs}</dd>
          <dt className="font-medium">
            <Moment at={expiresAt} full />
          </dt>
          <dd>{texts.ends}</dd>
        </dl>
        <ActionForm action={action} csrf={csrf} proof={actionProofs.keys.rotate} label={texts.title}>
          <ReasonField help={adminTexts.shell.form.auditedReasonHelp} />
          <SubmitOrCancel submit={texts.submit} backHref={parent.href} />
        </ActionForm>
      </Panel>
    </>
  );
}
