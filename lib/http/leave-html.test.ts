import { describe, expect, it } from 'vitest';
import { leaveHtml } from './leave-html';

const page = { app: 'Shop', host: 'shop.example', details: [{ label: 'error', value: 'invalid_scope' }] };

describe('leaveHtml', () => {
  it('names the host and leads there by a link alone (RFC 9700 §4.11.2, security #5)', () => {
    const { status, headers, body } = leaveHtml({
      ...page,
      departure: { href: 'https://shop.example/cb?error=x&a=1' },
    });
    expect([status, headers.location, headers.refresh]).toEqual([400, undefined, undefined]);
    expect(body).toContain('wants you to go on to shop.example');
    expect(body).toContain('<a class="button" href="https://shop.example/cb?error=x&amp;a=1" rel="noreferrer">');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("form-action 'none'");
  });

  it('leads there by a button for a form_post, which no script presses', () => {
    const departure = { action: 'https://shop.example/cb', fields: [['error', 'x']] } as const;
    const { headers, body } = leaveHtml({ ...page, departure });
    expect(body).toContain('<form method="post" action="https://shop.example/cb">');
    expect(body).toContain('<input type="hidden" name="error" value="x">');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).not.toContain('form-action');
  });

  it('shows what the application says of itself as text', () => {
    const evil = '"><svg/onload=1>';
    const departure = { action: evil, fields: [[evil, evil]] } as const;
    const { body } = leaveHtml({ app: evil, host: evil, departure, details: [{ label: evil, value: evil }] });
    expect(body).not.toContain('<svg/');
  });
});
