import { Button } from '#components/ui/button';
import { clientForms } from '#lib/admin/clients/client-forms';
import { expectedRedirectUri } from '#lib/admin/clients/guides/expected-redirect-uri';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';

type ExpectedRedirectProps = {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly callbackPath: string;
  readonly mayEdit: boolean;
  /** Opens the answer in a new tab, because this page shows something only once. */
  readonly isBeside?: boolean;
};

/** Says that a library uses an unregistered redirect URI, and offers to register it. */
export function ExpectedRedirect({
  clientId,
  redirectUris,
  callbackPath,
  mayEdit,
  isBeside = false,
}: ExpectedRedirectProps) {
  const texts = adminTexts.clients.guide;
  const expected = expectedRedirectUri(redirectUris, callbackPath);
  if (expected === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <p className="min-w-0 break-words">{texts.redirect(callbackPath)}</p>
      {mayEdit && expected.uri && (
        <AdminForm
          {...clientForms.addRedirectUri.about({ client_id: clientId })}
          hidden={{ redirect_uri: expected.uri }}
          label={texts.add}
          className="contents"
        >
          <Button size="small" {...(isBeside && { formTarget: '_blank' })}>
            {texts.add}
          </Button>
        </AdminForm>
      )}
    </div>
  );
}
