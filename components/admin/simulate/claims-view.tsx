import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { PreviewedClaims } from '#lib/protocol/preview-claims';

/** The claims about a person that a client gets, by the place where it reads them. */
export function ClaimsView({ idToken, accessToken, userinfo }: Omit<PreviewedClaims, 'hasRefreshToken'>) {
  const texts = adminTexts.simulate;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Claims title={texts.idToken} claims={idToken} />
      <Claims title={texts.accessToken} claims={accessToken} />
      <Claims title={texts.userinfo} claims={userinfo} />
    </div>
  );
}

type ClaimsProps = { readonly title: string; readonly claims: PreviewedClaims['idToken'] };

function Claims({ title, claims }: ClaimsProps) {
  return (
    <Panel title={title}>
      {claims === null ? (
        <p className="text-muted-foreground text-sm">{adminTexts.simulate.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
        <pre className="overflow-x-auto text-xs" dir="ltr" tabIndex={0}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      )}
    </Panel>
  );
}
