import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { SecretOnce } from '../secret-once';
import { GuideView } from './guide-view';

type CreatedViewProps = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

/** A client that was just made: its secret, this once, and how to connect it. */
export function CreatedView({ result, guides }: CreatedViewProps) {
  const { wizard, secret } = adminTexts.clients;
  const { clientId = '' } = result;
  return (
    <div className="grid min-w-0 gap-5">
      <Notice tone="good" role="status" title={wizard.doneTitle}>
        <p>{wizard.doneText}</p>
      </Notice>
      {result.secret && (
        <SecretOnce title={secret.once} text={secret.onceText} label={secret.label} secret={result.secret} />
      )}
      <GuideView guides={guides} />
      <div>
        <ButtonLink href={clientPath(clientId)} variant="primary">
          {wizard.open}
        </ButtonLink>
      </div>
    </div>
  );
}
