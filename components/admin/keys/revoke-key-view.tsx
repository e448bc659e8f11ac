import { Badge } from '#components/ui/badge';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { KeyLine } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';
import { PageHeader } from '../page-header';

type RevokeKeyViewProps = {
  readonly signingKey: KeyLine & { readonly clients: number };
  readonly action: AdminAction;
  readonly csrf: string;
};

/**
 * Revokes a key in an emergency. It says what stops working, and asks for a confirmation that nobody gives by accident.
 */
export function RevokeKeyView({ signingKey, action, csrf }: RevokeKeyViewProps) {
  const texts = adminTexts.keys;
  const { kid, alg, use, phase, clients } = signingKey;
  const { stops, after } = texts.revoke.effects[use];
  return (
    <>
      <PageHeader
        title={texts.revoke.title}
        description={texts.revoke.text}
        parent={{ label: texts.title, href: '/admin/keys' }}
        badges={<Badge tone={phase === 'active' ? 'good' : 'neutral'}>{texts.phases[phase]}</Badge>}
      />
      <Notice tone="warning" title={texts.revoke.stops}>
        <ul className="mt-1 list-disc ps-5">
          {stops[phase].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {phase === 'active' && <p className="mt-2">{after}</p>}
      </Notice>
      <Panel title={alg} description={texts.used(clients)}>
        <ActionForm
          action={action}
          csrf={csrf}
          proof={actionProofs.keys.revoke}
          hidden={{ kid }}
          label={texts.revoke.title}
        >
          <p>
            <code className="select-all break-all">{kid}</code>
          </p>
          <TextField name="typed" label={texts.revoke.typed} required className="font-mono" />
          <ReasonField help={adminTexts.shell.form.auditedReasonHelp} />
          <div>
            <SubmitButton variant="danger">{texts.revoke.submit}</SubmitButton>
          </div>
        </ActionForm>
      </Panel>
    </>
  );
}
