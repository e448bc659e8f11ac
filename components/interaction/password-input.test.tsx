import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PasswordInput } from './password-input';

describe('the password field (ux §3.2)', () => {
  const words = { locale: 'en', id: 'new-password', name: 'password', label: 'Password' } as const;

  it('tells password managers how long a suggested password must be', () => {
    const field = renderToStaticMarkup(<PasswordInput {...words} autoComplete="new-password" minimumLength={24} />);
    expect(field).toMatch(/<input[^>]* minLength="24"/i);
    expect(field).toMatch(/<input[^>]* passwordrules="minlength: 24"/);
  });

  it('has no rule for a password that exists', () => {
    const field = renderToStaticMarkup(<PasswordInput {...words} autoComplete="current-password" />);
    expect(field).not.toMatch(/minlength/i);
  });
});
