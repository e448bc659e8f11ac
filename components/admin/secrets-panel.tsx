import type { AdminAction } from '#lib/admin/action-state';
import type { SecretDetail } from '#lib/admin/clients/read-client';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from './form/action-form';
import { SubmitButton } from './form/submit-button';
import { Moment } from './moment';
import { Badge } from './ui/badge';
import { ButtonLink } from './ui/button';
import { Panel } from './ui/panel';
import { Cell, Table } from './ui/table';

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
  const { description, created, expires, action: column } = texts.columns;
  return (
    <Panel
      title={texts.caption}
      actions={canEdit && <ButtonLink href={createHref}>{texts.title}</ButtonLink>}
      id="secrets"
    >
      {secrets.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} head={[description, created, expires, ...(canEdit ? [column] : [])]}>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <Cell heading className="min-w-40 break-words">
                {secret.description ?? <span className="text-muted-foreground">{texts.unnamed}</span>}
              </Cell>
              <Cell>
                <Moment at={secret.createdAt} />
              </Cell>
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
