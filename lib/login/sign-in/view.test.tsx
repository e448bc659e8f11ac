import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Brand, type PageFrame, plainFrame } from '#lib/theme/brand';
import { RealmView } from '../realm/view';
import { SignUpView } from '../sign-up/view';
import type { LoginPage, LoginProblem } from './read';
import { LoginView } from './view';

const page: LoginPage = {
  page: 'login',
  frame: plainFrame,
  form: { interaction: 'handle-1', csrf: 'csrf-1' },
  client: { name: 'Web shop', logo: null, clientUri: null, policyUri: null, tosUri: null, isVouched: true },
  username: '',
  identifiers: ['username'],
  problem: null,
  ask: 'all',
  parts: [{ method: 'password', takesName: true }],
  accounts: [],
  reauthenticate: false,
  canCancel: true,
  cancelReturns: true,
  canSignUp: false,
};

const render = (changes: Partial<LoginPage> = {}) =>
  renderToStaticMarkup(<LoginView locale="en" model={{ ...page, ...changes }} host="id.example" />);

const renderSignUp = ({ client = page.client }: Pick<Partial<LoginPage>, 'client'> = {}) => {
  const typed = {
    ...page,
    page: 'signup',
    client,
    name: '',
    email: '',
    isAddressProved: false,
    minimumLength: 15,
    problems: [],
  } as const;
  return renderToStaticMarkup(<SignUpView locale="en" model={typed} host="id.example" />);
};

const renderRealm = ({ client = page.client }: Pick<Partial<LoginPage>, 'client'> = {}) => {
  const choices = { providers: [], own: [], search: null, asksDomain: true, localLogin: true } as const;
  const ways = { ...page, ...choices, page: 'realm', client, problem: null } as const;
  return renderToStaticMarkup(<RealmView locale="en" model={ways} host="id.example" />);
};

const corp = { name: 'corp', displayName: 'Contoso', brand: null, logo: null, lastUsed: false };
const providers: LoginPage['parts'] = [{ method: 'provider', takesName: false, providers: [corp], hasMore: false }];

describe('the sign-in page (design: stable surface)', () => {
  it('offers every way to sign in before a new account (ux §1.1)', () => {
    const body = render({ canSignUp: true, parts: [...page.parts, ...providers] });
    expect(body.indexOf('href="/signup?')).toBeGreaterThan(body.indexOf('Continue with Contoso'));
    expect(body.indexOf('href="/signup?')).toBeLessThan(body.indexOf('value="cancel"'));
  });

  it('is one form with its hidden inputs and field names', () => {
    const body = render();
    expect(body).toContain('<main data-page="login">');
    expect(body.match(/<form/g)).toHaveLength(1);
    expect(body).toMatch(/<form noValidate="" [^>]*action="\/login\/submit" method="post">/);
    expect(names(body)).toEqual(['interaction', 'csrf', 'username', 'password', 'remember']);
    expect(body).toContain('<input type="hidden" name="interaction" value="handle-1"/>');
    expect(body).toContain('<input type="hidden" name="csrf" value="csrf-1"/>');
  });

  it('describes each field to password managers and keyboards (WCAG 1.3.5, 3.3.8)', () => {
    const body = render();
    expect(input(body, 'username')).toMatch(/autoComplete="username" autoCapitalize="none" .*spellCheck="false"/);
    expect(input(body, 'password')).toMatch(/type="password" .*autoComplete="current-password"/);
    expect(body).not.toMatch(/maxLength|onpaste/i);
  });

  it.each([
    ['with a password', {}, ['decision=sign_in', 'decision=cancel']],
    [
      'with providers too',
      { parts: [...page.parts, ...providers] },
      ['decision=sign_in', 'provider=corp', 'decision=cancel'],
    ],
    ['with only providers', { parts: providers, ask: null }, ['provider=corp', 'decision=cancel']],
    ['for the portal itself', { client: null, canCancel: false }, ['decision=sign_in']],
  ])('has the primary button first, so that Enter never cancels (%s)', (_, changes, expected) => {
    expect(buttons(render(changes))).toEqual(expected);
  });

  it('names the application in its title and content as text', () => {
    const body = render({ client: { ...(page.client ?? never()), name: '<b>Shop</b>\u202e' } });
    expect(body).toContain('<title>Sign in to &lt;b&gt;Shop&lt;/b&gt; · Signet</title>');
    expect(body).not.toContain('<b>');
    expect(body).not.toContain('\u202e');
  });

  it('keeps typed values but never a password', () => {
    const body = render({ username: 'al"ice', problem: 'invalid_credentials' });
    expect(input(body, 'username')).toContain('value="al&quot;ice"');
    expect(input(body, 'password')).not.toContain('value=');
  });
});

describe('a refused sign-in (ux §3.3)', () => {
  it.each<[LoginProblem, string, string]>([
    ['missing_username', 'username', 'Enter your username'],
    ['missing_password', 'current-password', 'Enter your password'],
    ['invalid_credentials', 'current-password', 'Incorrect username or password'],
  ])(
    'shows %s in the title, in a summary and at the field, and focuses a password to retype',
    (problem, field, text) => {
      const body = render({ problem });
      expect(body).toContain('<title>Error: Sign in to Web shop · Signet</title>');
      expect(/tabindex="-1" autofocus=""/.test(body)).toBe(field === 'username');
      expect(/id="current-password"[^>]* autofocus=""/i.test(body)).toBe(field !== 'username');
      expect(body).toContain(`<a href="#${field}"`);
      expect(body).toMatch(new RegExp(`id="${field}-error"[^>]*><span[^>]*>Error: </span>${text}</p>`));
      expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="${field}-error" aria-invalid="true"`));
      expect(body.match(/autofocus/gi)).toHaveLength(1);
    },
  );

  it.each([
    [['username'], 'Username', 'Enter your username', 'Incorrect username or password'],
    [['username', 'email'], 'Username or email', 'Enter your username or email', 'Incorrect username or password'],
    [['email'], 'Email', 'Enter your email', 'Incorrect email or password'],
  ] as const)('with identifiers %j names what may be typed', (identifiers, label, missing, incorrect) => {
    expect(render({ identifiers })).toContain(`>${label}</label>`);
    expect(render({ identifiers, problem: 'missing_username' })).toContain(`${missing}</p>`);
    expect(render({ identifiers, problem: 'invalid_credentials' })).toContain(`${incorrect}</p>`);
  });

  it.each<LoginProblem>(['too_many_codes', 'busy', 'wrong_account'])('explains %s', (problem) => {
    const body = render({ problem, username: 'alice' });
    expect(body).toContain('There is a problem');
    expect(body).not.toContain('undefined');
  });
});

describe('a sign-in for a new proof', () => {
  const body = render({ reauthenticate: true, username: 'alice' });

  it('shows the account, which cannot be changed', () => {
    expect(body).toContain('Confirm it’s you');
    expect(body).toMatch(/<bdi><span[^>]*>alice<\/span><\/bdi>/);
    expect(input(body, 'username')).toMatch(/readOnly=""/);
    expect(names(body)).toEqual(['interaction', 'csrf', 'username', 'password', 'remember']);
  });

  it('puts the username before the password for password managers', () => {
    expect(body.indexOf('name="username"')).toBeLessThan(body.indexOf('name="password"'));
  });
});

function names(body: string): string[] {
  return Array.from(body.matchAll(/<input[^>]* name="([^"]*)"/g), ([, name = '']) => name);
}

function input(body: string, name: string): string {
  return new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body)?.[0] ?? '';
}

/** The submit buttons. */
function buttons(body: string): string[] {
  return Array.from(body.matchAll(/<button(?! type="button")([^>]*)>/g), ([, attributes = '']) => {
    const [name, value] = ['name', 'value'].map((key) => new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1]);
    return `${name}=${value}`;
  });
}

function never(): never {
  throw new Error('the fixture has a client');
}

describe('the account chooser (ux §1.1)', () => {
  const accounts = [
    { sid: 'sid-1', username: 'ana', name: '<b>Ana</b>', secondsAgo: 3 * 3600 + 5 },
    { sid: 'sid-2', username: 'tomas', name: null, secondsAgo: 10 },
  ];
  const body = render({ accounts });

  it('has two forms for each account: one continues with it, the other signs it out', () => {
    expect(buttons(body)).toEqual([
      'decision=continue',
      'decision=sign_out',
      'decision=continue',
      'decision=sign_out',
      'decision=cancel',
    ]);
    expect(body.match(/<form/g)).toHaveLength(5);
    expect(body.match(/name="csrf" value="csrf-1"/g)).toHaveLength(5);
    expect(body.match(/name="account" value="sid-1"/g)).toHaveLength(2);
    expect(names(body)).not.toContain('password');
  });

  it('shows the person and the time of the sign-in as text, and names the account on its removal', () => {
    expect(body).toContain('&lt;b&gt;Ana&lt;/b&gt;');
    expect(body).toContain('Signed in 3 hours ago');
    expect(body).toContain('Signed in less than a minute ago');
    expect(body).toContain('aria-label="Sign out tomas"');
  });

  it('links to the form for another account', () => {
    expect(body).toMatch(/<a [^>]*href="\/login\?interaction=handle-1&amp;account=new">Use another account<\/a>/);
  });
});

describe('the page of a tenant (ux §6)', () => {
  const brand: Brand = {
    tenant: 'acme',
    name: 'Acme <Inc>',
    style: { css: ':root { --primary: oklch(0.5 0.1 200); }', source: "'sha256-x'" },
    mode: 'light',
    bars: { light: 'oklch(1 0 0)', dark: 'oklch(0 0 0)' },
    icon: null,
    texts: null,
    logo: { light: '/branding/acme/l', dark: null },
    links: { support: 'mailto:help@acme.test', privacy: null, terms: 'javascript:alert(1)' },
  };
  const renderFor = (frame: Partial<PageFrame>) =>
    renderToStaticMarkup(
      <LoginView locale="en" model={{ ...page, frame: { ...plainFrame, ...frame } }} host="id.example" nonce="n0nce" />,
    );

  it('has its colors in one style element with the nonce of the page (security #128)', () => {
    const body = renderFor({ brand });
    expect(body).toContain(`<style nonce="n0nce">${brand.style?.css}</style>`);
    expect(body).not.toContain('style="');
    expect(body).toContain('content="light"');
  });

  it('shows its logo, name and links, and always the host of this server', () => {
    const body = renderFor({ brand });
    expect(body).toContain('<img src="/branding/acme/l" alt="Acme &lt;Inc&gt;"');
    expect(body).toContain('<title>Sign in to Web shop · Acme &lt;Inc&gt;</title>');
    expect(body).toContain('href="mailto:help@acme.test"');
    expect(body).not.toContain('javascript:');
    expect(body).toContain('You are on id.example');
    expect(renderFor({ brand: { ...brand, logo: null } })).toContain('Acme &lt;Inc&gt;</span>');
  });

  it('has its texts in the language of the page, and always names the application', () => {
    const texts = { en: { title: 'Welcome <back>', subtitle: 'Use your staff account.' }, de: { subtitle: 'Hallo' } };
    const body = renderFor({ brand: { ...brand, texts } });
    expect(body).toMatch(/<h1[^>]*>Welcome &lt;back&gt;<\/h1>/);
    expect(body).toContain('Use your staff account.');
    expect(body).toMatch(/to continue to .*Web shop/);
    expect(renderFor({ brand: { ...brand, texts: { de: texts.de } } })).toMatch(/<h1[^>]*>Sign in<\/h1>/);
  });

  it.each(['popup', 'touch', 'wap'] as const)('is compact for display=%s (OpenID Connect Core §3.1.2.1)', (display) => {
    const body = renderFor({ display });
    expect(body).toContain(`data-display="${display}"`);
    expect(body).not.toContain('engraved');
  });
});

describe('the application’s own pages', () => {
  const links = { policyUri: 'https://shop.example/privacy', tosUri: 'https://terms.example/' };
  const client = { name: 'Web shop', logo: null, clientUri: null, isVouched: true, ...links };

  it.each<[string, (changes?: Partial<LoginPage>) => string]>([
    ['sign-in page', render],
    ['sign-up page', renderSignUp],
    ['page of sign-in methods', renderRealm],
  ])('are linked on the %s: privacy and terms (ux §1.0)', (_, renderPage) => {
    const body = renderPage({ client });
    expect(body).toMatch(/<a href="https:\/\/shop\.example\/privacy" target="_blank" rel="noreferrer"[^>]*>Privacy/);
    expect(body).toMatch(/<a href="https:\/\/terms\.example\/" target="_blank" rel="noreferrer"[^>]*>Terms/);
    for (const none of [page.client, null]) expect(renderPage({ client: none })).not.toContain('target="_blank"');
  });

  it('are named by their hosts if the application registered itself (security #5)', () => {
    const body = render({ client: { ...client, isVouched: false } });
    expect(body).toContain('(shop.example)</a>');
    expect(body).toContain('(terms.example)</a>');
    expect(render({ client })).not.toContain('(shop.example)');
  });
});
