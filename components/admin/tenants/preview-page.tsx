import { ConsentView } from '#components/interaction/consent-view';
import { DeviceConfirmView } from '#components/interaction/device-confirm-view';
import { LoginView } from '#components/interaction/login-view';
import { ProblemView } from '#components/interaction/problem-view';
import type { TenantPreview } from '#lib/admin/tenants/read-preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { PageFrame } from '#lib/theme/brand';

type PreviewPageProps = {
  readonly preview: TenantPreview;
  readonly host: string;
  readonly nonce: string | undefined;
};

/** The chosen page, with a made-up person and app. */
export function PreviewPage({ preview, host, nonce }: PreviewPageProps) {
  const frame: PageFrame = { brand: preview.brand, display: 'page' };
  const shell = { locale: preview.language, host, nonce, frame };
  const asked = { frame, form, client, user, scopes };
  switch (preview.page) {
    case 'sign_in':
      return <SignIn preview={preview} host={host} nonce={nonce} />;
    case 'consent':
      return <ConsentView {...shell} model={{ page: 'consent', ...asked, ...consent }} />;
    case 'device':
      return <DeviceConfirmView {...shell} model={{ page: 'device-confirm', ...asked, ...device }} />;
    case 'error':
      return <ProblemView {...shell} model={{ frame, ...problem }} />;
    default:
      return preview.page satisfies never;
  }
}

function SignIn({ preview, host, nonce }: PreviewPageProps) {
  const { brand, language, providers, asksNameFirst, identifiers, canSignUp, hasMoreProviders } = preview;
  const password = { method: 'password', takesName: true } as const;
  const others = { method: 'provider', takesName: false, providers, hasMore: hasMoreProviders } as const;
  return (
    <LoginView
      locale={language}
      host={host}
      nonce={nonce}
      model={{
        page: 'login',
        frame: { brand, display: 'page' },
        form,
        client,
        username: '',
        identifiers,
        problem: null,
        ask: asksNameFirst ? 'username' : 'all',
        parts: providers.length > 0 || hasMoreProviders ? [password, others] : [password],
        accounts: [],
        reauthenticate: false,
        canCancel: true,
        cancelReturns: true,
        canSignUp,
      }}
    />
  );
}

const form = { interaction: null, csrf: '' };

const client = {
  name: adminTexts.tenants.preview.client,
  logo: null,
  clientUri: null,
  policyUri: null,
  tosUri: null,
  isVouched: true,
};

const user = { username: 'alice', name: 'Alice Example' };

const scope = { displayName: null, description: null, texts: {}, required: false, emphasize: false } as const;

const scopes = [
  { ...scope, name: 'openid', type: 'identity', required: true, values: [] },
  { ...scope, name: 'email', type: 'identity', values: ['alice@example.com'] },
  { ...scope, name: 'offline_access', type: 'offline', values: [] },
] as const;

const consent = {
  redirectHost: 'app.example',
  stranger: null,
  allowed: new Set<string>(),
  claims: [],
  canRemember: true,
  rememberedSeconds: null,
  redirectUri: 'https://app.example/callback',
  problem: null,
} as const;

const device = {
  userCode: 'WDJB-MJHT',
  requestedFrom: '203.0.113.7',
  requestedAt: new Date('2026-01-01T12:00:00Z'),
  timeZone: 'UTC',
  ageSeconds: 60,
} as const;

const problem = {
  status: 410,
  problem: 'interaction_expired',
  reference: '1NCKWRAP25',
  continueTo: null,
  again: { word: 'restart', href: '#' },
  details: [],
} as const;
