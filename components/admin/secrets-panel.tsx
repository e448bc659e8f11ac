import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { SecretDetail } from '#lib/admin/entries/secret-detail';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from './form/action-form';
import { SubmitButton } from './form/submit-button';
import { Moment } from './moment';

type SecretsPanelProps = {
  readonly secrets: readonly SecretDetail[];
  /** Names whose secrets they are, in the forms that delete one. */
  readonly owner: Readonly<Record<string, string>>;
  readonly createHref: string;
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
  readonly now: Date;
};

/** The secrets by what is known of them; none of them can be read. */
export function SecretsPanel({ secrets, owner, createHref, action, csrf, canEdit, now }: SecretsPanelProps) {
  const texts = adminTexts.clients.secret;
  const { description, ending, created, lastUsed, expires, action: column } = texts.columns;
  const showsUse = secrets.some((secret) => secret.lastUsedAt !== undefined);
  const head = [description, ending, created, ...(showsUse ? [lastUsed] : []), expires, ...(canEdit ? [column] : [])];
  return (
    <Panel
      title={texts.caption}
      actions={canEdit && <ButtonLink href={createHref}>{texts.title}</ButtonLink>}
      id="secrets"
    >
      {secrets.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} head={head}>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <Cell heading className="min-w-40 break-words">
                {secret.description ?? <span className="text-muted-foreground">{texts.unnamed}</span>}
              </Cell>
              <Cell>
                {secret.ending === null ? (
                  <span className="text-muted-foreground">{texts.unknownEnding}</span>
                ) : (
                  <code className="font-mono text-xs">…{secret.ending}</code>
                )}
              </Cell>
              <Cell>
                <Moment at={secret.createdAt} />
              </Cell>
              {showsUse && (
                <Cell>
                  {secret.lastUsedAt ? (
                    <Moment at={secret.lastUsedAt} />
                  ) : (
                    <span className="text-muted-foreground">{texts.notUsed}</span>
                  )}
                </Cell>
              )}
              <Cell>
                {secret.expiresAt === null ? adminTexts.shell.never : <Moment at={secret.expiresAt} />}{' '}
                {secret.expiresAt !== null && secret.expiresAt <= now && <Badge tone="bad">{texts.expired}</Badge>}
              </Cell>
              {canEdit && (
                <Cell>
                  <details>
                    <summary className="cursor-pointer whitespace-nowrap text-destructive underline underline-offset-4">
                      {texts.delete}
                    </summary>
                    <ActionForm
                      action={action}
                      proof={actionProofs.entries.deleteSecret}
                      csrf={csrf}
                      hidden={{ ...owner, secret_id: secret.id }}
                      label={`${texts.deleteNow}: ${secret.description ?? texts.unnamed}`}
                      className="grid gap-2 pt-2"
                    >
                      <p>{texts.deleteSure}</p>
                      <SubmitButton variant="danger" size="small">
                        {texts.deleteNow}
                      </SubmitButton>
                    </ActionForm>
                  </details>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
