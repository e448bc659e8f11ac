import { LoginView } from '#components/interaction/login-view';
import type { TenantPreview } from '#lib/admin/tenants/read-preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { directionOf } from '#lib/i18n/locales';
import { RepairsNotice } from './repairs-notice';

type LoginPreviewProps = {
  readonly preview: TenantPreview;
  readonly host: string;
  readonly nonce: string | undefined;
};

/** The sign-in page itself with the look of a draft. Nothing in it can be pressed. */
export function LoginPreview({ preview, host, nonce }: LoginPreviewProps) {
  const { brand, language, providers, asksNameFirst, identifiers, canSignUp, hasMoreProviders, repairs, colors } =
    preview;
  const faces = providers.map((provider) => ({ ...provider, lastUsed: false }));
  const client = {
    name: adminTexts.tenants.preview.client,
    logo: null,
    clientUri: null,
    policyUri: null,
    tosUri: null,
    isVouched: true,
  };
  const parts = [
    { method: 'password', takesName: true } as const,
    ...(faces.length > 0 || hasMoreProviders
      ? [{ method: 'provider', takesName: false, providers: faces, hasMore: hasMoreProviders } as const]
      : []),
  ];
  return (
    <main aria-label={adminTexts.tenants.preview.frame} className="flex grow flex-col">
      <h1 className="sr-only">{adminTexts.tenants.preview.frame}</h1>
      {repairs.length > 0 && (
        <div className="p-3">
          <RepairsNotice repairs={repairs} chosen={colors} />
        </div>
      )}
      <div inert lang={language} dir={directionOf(language)} className="flex grow flex-col">
        <LoginView
          locale={language}
          host={host}
          nonce={nonce}
          model={{
            page: 'login',
            frame: { brand, display: 'page' },
            form: { interaction: null, csrf: '' },
            client,
            username: '',
            identifiers,
            problem: null,
            ask: asksNameFirst ? 'username' : 'all',
            parts,
            accounts: [],
            reauthenticate: false,
            canCancel: true,
            cancelReturns: true,
            canSignUp,
          }}
        />
      </div>
    </main>
  );
}
