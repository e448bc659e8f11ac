import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { texts as clientTexts } from '#lib/admin/clients/texts';
import type { FormTarget } from '#lib/admin/kit/define-form';
import { CodeBlock } from './code-block';
import { AdminForm } from './form/admin-form';
import { TextField } from './form/field';
import { SubmitOrCancel } from './form/form-end';
import { SecretExpiry } from './secret-expiry';
import { SecretOnce } from './secret-once';

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
