import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { texts as clientTexts } from '#lib/admin/clients/texts';
import type { SecretDetail } from '#lib/admin/entries/secrets';
import type { FormTarget } from '#lib/admin/kit/define-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Facts } from '../ui/table';
import { CodeBlock } from './code-block';
import { Copied } from './copy-button';
import { AdminForm } from './form/admin-form';
import { SelectField, TextField } from './form/field';
import { SubmitOrCancel } from './form/form-end';
import { type Column, ListTable, nameColumn } from './list/list-table';
import { Moment } from './moment';

type SecretsPanelProps = {
  readonly secrets: readonly SecretDetail[];
  /** The page that creates a secret. The pages that delete one are below it. */
  readonly createHref: string;
  readonly canEdit: boolean;
  readonly now: Date;
};

/** The secrets with what is known about them. No secret can be read. On a phone each one is a card. */
export function SecretsPanel({ secrets, createHref, canEdit, now }: SecretsPanelProps) {
  const texts = clientTexts.secret;
  return (
    <Panel
      title={texts.caption}
      actions={canEdit && <ButtonLink href={createHref}>{texts.title}</ButtonLink>}
      id="secrets"
    >
      {secrets.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        <ListTable
          caption={texts.caption}
          columns={columnsOf(secrets, now)}
          lines={secrets}
          keyOf={({ id }) => id}
          {...(canEdit && { menu: (secret: SecretDetail) => <Delete secret={secret} createHref={createHref} /> })}
        />
      )}
    </Panel>
  );
}

function columnsOf(secrets: readonly SecretDetail[], now: Date): readonly Column<SecretDetail>[] {
  const texts = clientTexts.secret;
  const { description, ending, created, lastUsed, expires } = texts.columns;
  const use: Column<SecretDetail> = {
    label: lastUsed,
    phone: 'fact',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Moment at={lastUsedAt} /> : <span className="text-muted-foreground">{texts.notUsed}</span>,
  };
  return [
    {
      label: description,
      phone: 'name',
      className: nameColumn,
      cell: (secret) => secret.description ?? <span className="text-muted-foreground">{texts.unnamed}</span>,
    },
    {
      label: ending,
      phone: 'fact',
      cell: (secret) =>
        secret.ending === null ? (
          <span className="text-muted-foreground">{texts.unknownEnding}</span>
        ) : (
          <code className="font-mono text-xs">…{secret.ending}</code>
        ),
    },
    { label: created, phone: 'fact', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    ...(secrets.some(({ lastUsedAt }) => lastUsedAt !== undefined) ? [use] : []),
    {
      label: expires,
      phone: 'fact',
      cell: ({ expiresAt }) => (
        <>
          {expiresAt === null ? adminTexts.shell.never : <Moment at={expiresAt} />}{' '}
          {expiresAt !== null && expiresAt <= now && <Badge tone="bad">{texts.expired}</Badge>}
        </>
      ),
    },
  ];
}

function Delete({ secret, createHref }: Pick<SecretsPanelProps, 'createHref'> & { readonly secret: SecretDetail }) {
  return (
    <ButtonLink href={`${createHref}/${encodeURIComponent(secret.id)}`} variant="danger" size="small" data-confirm="">
      {clientTexts.secret.delete}
    </ButtonLink>
  );
}

type NewSecretFormProps = {
  readonly form: FormTarget;
  /** The environment variable that the guides read it from. Null if there is none. */
  readonly variable: string | null;
  readonly backHref: string;
};

/** Creates a secret and shows it once. */
export function NewSecretForm({ form, variable, backHref }: NewSecretFormProps) {
  const texts = clientTexts.secret;
  return (
    <AdminForm
      {...form}
      label={texts.title}
      className="grid max-w-xl gap-5"
      done={(result) => <NewSecret result={result} variable={variable} backHref={backHref} />}
    >
      <TextField name="description" label={texts.description} help={texts.descriptionHelp} maxLength={200} />
      <SecretExpiry />
      <SubmitOrCancel submit={texts.create} backHref={backHref} />
    </AdminForm>
  );
}

type NewSecretProps = Pick<NewSecretFormProps, 'variable' | 'backHref'> & {
  readonly result: Readonly<Record<string, string>>;
};

/** A secret that was just made. */
export function NewSecret({ result, variable, backHref }: NewSecretProps) {
  const { label, back } = clientTexts.secret;
  const { secret = '', expiresAt } = result;
  return (
    <div className="grid min-w-0 gap-4">
      <Facts facts={[[label, <SecretOnce key="secret" secret={secret} expiresAt={expiresAt} />]]} />
      {variable !== null && <CodeBlock name=".env" code={`${variable}=${secret}`} isFile />}
      <div>
        <ButtonLink href={backHref}>{back}</ButtonLink>
      </div>
    </div>
  );
}

type SecretOnceProps = {
  readonly secret: string;
  /** ISO 8601. If absent, the secret never expires. */
  readonly expiresAt: string | undefined;
};

/** A new secret. It is shown only once. */
export function SecretOnce({ secret, expiresAt }: SecretOnceProps) {
  const { label, onceText, expiry, neverExpires } = clientTexts.secret;
  return (
    <div className="grid gap-1">
      <Copied label={label} value={secret} />
      <p role="status" className="text-muted-foreground text-sm">
        {onceText}{' '}
        {expiresAt === undefined ? (
          neverExpires
        ) : (
          <>
            {expiry} <Moment full at={new Date(expiresAt)} />
          </>
        )}
      </p>
    </div>
  );
}

/** The field for the lifetime of a new secret. A secret expires only if somebody asks for it. */
export function SecretExpiry({ initial = '' }: { readonly initial?: string }) {
  const { expiry, expiryHelp, expiries } = clientTexts.secret;
  return (
    <SelectField
      name="expires_in_days"
      label={expiry}
      help={expiryHelp}
      initial={initial}
      options={(['', '90', '180', '365'] as const).map((value) => ({ value, label: expiries[value] }))}
    />
  );
}
