import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Cell, Table } from '#components/ui/table';
import { clientForms } from '#lib/admin/clients/client-forms';
import { pkceLibraries } from '#lib/admin/clients/pkce-libraries';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';

type PkceNoticeProps = {
  readonly clientId: string;
  readonly use: 'used' | 'unused';
  readonly mayEdit: boolean;
};

/** Says how to turn PKCE on in an app that sends none, or offers to require it of one that always does. */
export function PkceNotice({ clientId, use, mayEdit }: PkceNoticeProps) {
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
      {mayEdit && (
        <AdminForm
          {...clientForms.requirePkce.about({ client_id: clientId })}
          label={texts.require}
          className="mt-3 grid justify-items-start gap-3"
        >
          <Button size="small">{texts.require}</Button>
        </AdminForm>
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
