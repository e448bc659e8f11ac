import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import { pkceLibraries } from '#lib/admin/clients/pkce-libraries';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';

type PkceNoticeProps = {
  readonly clientId: string;
  readonly use: 'used' | 'unused';
  /** Null if the person may not change the client. */
  readonly action: AdminAction | null;
  readonly csrf: string;
};

/** Says how to turn PKCE on in an app that sends none, or offers to require it of one that always does. */
export function PkceNotice({ clientId, use, action, csrf }: PkceNoticeProps) {
  const texts = adminTexts.clients.pkce;
  if (use === 'unused') {
    return (
      <Notice title={texts.unused}>
        <p>{texts.unusedText}</p>
        <details className="mt-2">
          <summary className="w-fit cursor-pointer">{texts.libraries}</summary>
          <div className="pt-3">
            <Libraries />
          </div>
        </details>
      </Notice>
    );
  }
  return (
    <Notice title={texts.used}>
      <p>{texts.usedText}</p>
      {action && (
        <ActionForm
          action={action}
          csrf={csrf}
          hidden={{ client_id: clientId }}
          label={texts.require}
          className="mt-3 grid justify-items-start gap-3"
        >
          <Button size="small">{texts.require}</Button>
        </ActionForm>
      )}
    </Notice>
  );
}

function Libraries() {
  const texts = adminTexts.clients.pkce;
  return (
    <Table caption={texts.libraries} head={[texts.library, texts.line]}>
      {pkceLibraries.map(({ library, line }) => (
        <tr key={library}>
          <Cell heading>{library}</Cell>
          <Cell>{line === null ? texts.none : <code className="wrap-anywhere">{line}</code>}</Cell>
        </tr>
      ))}
    </Table>
  );
}
