import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LoginPage, LoginProblem } from '#lib/login/page-models';
import { plainFrame } from '#lib/theme/brand';
import { LoginView } from './login-view';

const page: LoginPage = {
  page: 'login',
  frame: plainFrame,
  form: { interaction: 'handle-1', csrf: 'csrf-1' },
  client: { name: 'Web shop', logoUri: null, clientUri: null, policyUri: null, tosUri: null },
  username: '',
  problem: null,
  localLogin: true,
  ask: 'all',
  providers: [],
  hasHiddenProviders: false,
  reauthenticate: false,
  canCancel: true,
  cancelReturns: true,
};

const render = (changes: Partial<LoginPage> = {}) =>
  renderToStaticMarkup(<LoginView locale="en" model={{ ...page, ...changes }} host="id.example" />);

const providers = [{ name: 'corp', displayName: 'Contoso', lastUsed: false }];

describe('the sign-in page (design: stable surface)', () => {
  it('is one form with its hidden inputs and field names', () => {
    const body = render();
    expect(body).toContain('<main data-page="login">');
    expect(body.match(/<form/g)).toHaveLength(1);
    expect(body).toMatch(/<form noValidate="" [^>]*action="\/login\/submit" method="post">/);
    expect(names(body)).toEqual(['interaction', 'csrf', 'username', 'password', 'remember']);
    expect(body).toContain('<input type="hidden" name="interaction" value="handle-1"/>');
    expect(body).toContain('<input type="hidden" name="csrf" value="csrf-1"/>');
  });

  it('tells password managers and keyboards what each field is (WCAG 1.3.5, 3.3.8)', () => {
    const body = render();
    expect(input(body, 'username')).toMatch(/autoComplete="username" autoCapitalize="none" .*spellCheck="false"/);
    expect(input(body, 'password')).toMatch(/type="password" autoComplete="current-password"/);
    expect(body).not.toMatch(/maxLength|onpaste/i);
  });

  it.each([
    ['with a password', {}, ['decision=sign_in', 'decision=cancel']],
    ['with providers too', { providers }, ['decision=sign_in', 'provider=corp', 'decision=cancel']],
    ['with providers alone', { providers, localLogin: false }, ['provider=corp', 'decision=cancel']],
    ['for the portal itself', { client: null, canCancel: false }, ['decision=sign_in']],
  ])('%s: the primary button is the first, so Enter never cancels', (_, changes, expected) => {
    expect(buttons(render(changes))).toEqual(expected);
  });

  it('names the application in title and text, as text', () => {
    const body = render({ client: { ...(page.client ?? never()), name: '<b>Shop</b>\u202e' } });
    expect(body).toContain('<title>Sign in to &lt;b&gt;Shop&lt;/b&gt; · Signet</title>');
    expect(body).not.toContain('<b>');
    expect(body).not.toContain('\u202e');
  });

  it('keeps what was typed and never a password', () => {
    const body = render({ username: 'al"ice', problem: 'invalid_credentials' });
    expect(input(body, 'username')).toContain('value="al&quot;ice"');
    expect(input(body, 'password')).not.toContain('value=');
  });
});

describe('a refused sign-in (ux §3.3)', () => {
  it.each<[LoginProblem, string, string]>([
    ['missing_username', 'username', 'Enter your user name'],
    ['missing_password', 'current-password', 'Enter your password'],
    ['invalid_credentials', 'current-password', 'Incorrect user name or password'],
  ])('%s is said in the title, in a summary that takes the focus, and at the field', (problem, field, text) => {
    const body = render({ problem });
    expect(body).toContain('<title>Error: Sign in to Web shop · Signet</title>');
    expect(body).toMatch(/tabindex="-1" autofocus=""/);
    expect(body).toContain(`<a href="#${field}"`);
    expect(body).toMatch(new RegExp(`id="${field}-error"[^>]*><span[^>]*>Error: </span>${text}</p>`));
    expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="${field}-error" aria-invalid="true"`));
    expect(body.match(/autofocus/gi)).toHaveLength(1);
  });

  it.each<LoginProblem>(['too_many_attempts', 'busy', 'wrong_account'])('%s is said in words', (problem) => {
    const body = render({ problem, username: 'alice' });
    expect(body).toContain('There is a problem');
    expect(body).not.toContain('undefined');
  });
});

describe('proving it again', () => {
  const body = render({ reauthenticate: true, username: 'alice' });

  it('shows whose password is asked for and does not let it change', () => {
    expect(body).toContain('Confirm it is you');
    expect(body).toMatch(/<bdi>alice<\/bdi>/);
    expect(input(body, 'username')).toMatch(/readOnly=""/);
    expect(names(body)).toEqual(['interaction', 'csrf', 'username', 'password', 'remember']);
  });

  it('puts the name before the password for password managers', () => {
    expect(body.indexOf('name="username"')).toBeLessThan(body.indexOf('name="password"'));
  });
});

function names(body: string): string[] {
  return Array.from(body.matchAll(/<input[^>]* name="([^"]*)"/g), ([, name = '']) => name);
}

function input(body: string, name: string): string {
  return new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body)?.[0] ?? '';
}

function buttons(body: string): string[] {
  return Array.from(body.matchAll(/<button([^>]*)>/g), ([, attributes = '']) => {
    const [name, value] = ['name', 'value'].map((key) => new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1]);
    return `${name}=${value}`;
  });
}

function never(): never {
  throw new Error('the fixture has a client');
}
