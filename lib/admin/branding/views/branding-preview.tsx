import { ProblemView } from '#components/interaction/problem-view';
import { directionOf } from '#lib/i18n/locales';
import type { Tenant } from '#lib/tenants/schema';
import type { PageFrame } from '#lib/theme/brand';
import { ConsentView } from '#views/login/consent/view';
import { DeviceConfirmView } from '#views/login/device/view';
import { LoginView } from '#views/login/sign-in/view';
import { answeredForm } from '../../form-state';
import type { AreaRequest } from '../../kit/view';
import { type Preview, readPreview } from '../preview';
import { texts } from '../texts';
import { RepairsNote, repairedColors } from './branding';

type PreviewPageProps = {
  readonly preview: Preview;
  readonly host: string;
  readonly nonce: string | undefined;
};

/** The chosen page, with a made-up person and app. */
function PreviewPage({ preview, host, nonce }: PreviewPageProps) {
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
  name: texts.preview.client,
  logo: null,
  clientUri: null,
  policyUri: null,
  tosUri: null,
  isVouched: true,
};

const user = { username: 'alice', name: 'Alice Example' };

const scope = {
  api: null,
  displayName: null,
  description: null,
  texts: {},
  required: false,
  emphasize: false,
} as const;

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

/** The page of a preview, with the draft that was sent to it. @param tenant null for the portal itself */
export async function showPreview({ admin, query, nonce }: AreaRequest, tenant: Tenant | null) {
  // A draft is only what the form sent, which has read it.
  const { draft: _, ...choices } = query;
  const preview = await readPreview(admin, tenant, answeredForm()?.result ?? choices);
  const { host } = new URL(admin.settings.issuer);
  const body = <BrandingPreview preview={preview} host={host} nonce={nonce} />;
  return { title: texts.preview.title, body, bare: true };
}

type BrandingPreviewProps = {
  readonly preview: Preview;
  readonly host: string;
  readonly nonce: string | undefined;
};

/**
 * A page for people with the look of a draft. Its buttons do nothing. It contains the notes on the draft's colors,
 * which browser/preview.ts shows beside the fields.
 */
function BrandingPreview({ preview, host, nonce }: BrandingPreviewProps) {
  const { language, repairs } = preview;
  return (
    <main aria-label={texts.preview.frame} className="flex grow flex-col">
      <h1 className="sr-only">{texts.preview.frame}</h1>
      <div hidden>
        {repairedColors.map((of) => (
          <RepairsNote key={of} of={of} repairs={repairs} />
        ))}
      </div>
      <div inert lang={language} dir={directionOf(language)} className="flex grow flex-col">
        <PreviewPage preview={preview} host={host} nonce={nonce} />
      </div>
    </main>
  );
}
