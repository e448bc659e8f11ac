import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { directionOf, type Language, locales } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { placeOfCaller } from '#lib/sessions/caller';
import { lookOf } from '#lib/tenants/look';
import { mailLook } from '#lib/tenants/mail-look';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { type Tenant, tenantSchema } from '#lib/tenants/schema';
import { placesFile } from '#lib/testing/places-file';
import { sampleMail } from '#lib/testing/sample-mails';
import { composeMail } from './compose-mail';
import { parseMail } from './mail';
import { mailKindNames } from './mail-kinds';
import { type MailLook, portalLook } from './mail-page';
import { buildMessage } from './outbox-folder';

const mailFrom = { name: null, address: 'signet@id.example' };
const settings = { issuer: 'https://id.example', mailFrom, geoipFile: null };
const writtenAt = new Date('2030-01-01T12:00:00Z');
const compose = (mail: ReturnType<typeof sampleMail>, look: MailLook = portalLook) =>
  composeMail(mail, { id: 'the-id', writtenAt, look, settings });

/** The message as a mail program reads it. */
async function receive(mail: ReturnType<typeof sampleMail>, look: MailLook = portalLook) {
  const source = (await buildMessage(compose(mail, look))).toString('latin1');
  const { subject, text, html, headers, from, to, messageId, attachments } = await simpleParser(source);
  return { source, subject, text: text ?? '', html: html || '', headers, from, to, messageId, attachments };
}

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>').toString('base64')}`;

function tenant(changes: Partial<Tenant> = {}): Tenant {
  return {
    ...tenantSchema.parse({ name: 'acme', display_name: 'Acme Inc.', theme: { primary: '#0a5', logo } }),
    ...changes,
  };
}

describe.each(locales)('in %s', (locale) => {
  it.each(mailKindNames)('%s has its subject, its text in plain text and HTML, and loads nothing', async (kind) => {
    const mail = sampleMail(kind, locale);
    const { subject, text, html, source, headers } = await receive(mail);
    expect(parseMail(mail)).toEqual(mail);
    expect(subject).toBeTruthy();
    expect(text.replace(/[\u2066-\u2069]/g, '')).toContain(subject);
    expect(html).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`);
    expect(headers.get('content-language')).toBe(locale);
    expect(subject + text + html.replace(/style="[^"]*"/g, '')).not.toMatch(
      /[{}]|\bundefined\b|\bnull\b|\bNaN\b|\[object/,
    );
    expect(html).not.toMatch(/<(img|script|link|style|iframe|form|object|video)\b|url\(|@import|src=/i);
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      expect(href).toMatch(/^https:\/\/id\.example\//);
      expect(text).toContain(`\n${href.replaceAll('&amp;', '&')}\n`);
    }
    for (const [name, value] of Object.entries(mail.values)) {
      if (name === 'until') continue;
      if (typeof value === 'string' && !['passkey', 'totp'].includes(value)) {
        expect(text).toContain(value);
        expect(html).toContain(value);
      }
    }
    expect(source.length).toBeLessThan(30_000);
    expect(source.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line))).toBe(true);
  });

  it('each kind has its own text', () => {
    const texts = mailKindNames.map((kind) =>
      translate(locale, `mail.kinds.${kind}.text`, {
        sender: '',
        app: '',
        username: '',
        current: '',
        factor: '',
      }),
    );
    expect(new Set(texts).size).toBe(mailKindNames.length);
  });
});

describe('a mail', () => {
  it('is from the address of the settings to one person, and suppresses automatic replies', async () => {
    const { from, to, messageId, headers } = await receive(sampleMail('password_changed'));
    expect(from?.value).toEqual([{ name: 'Signet', address: 'signet@id.example' }]);
    expect(to).toMatchObject({ value: [{ name: '', address: 'alice@example.com' }] });
    expect(messageId).toBe('<the-id@id.example>');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('date')).toEqual(writtenAt);
  });

  it('shows the time in the zone of the person, or in UTC', async () => {
    expect((await receive(sampleMail('new_device'))).text).toContain('1:00:00 PM');
    expect((await receive(sampleMail('access_approved'))).text).toContain('Last day: January 31, 2027\n');
    expect((await receive({ ...sampleMail('new_device'), timeZone: 'Mars/Base' })).text).toContain('12:00:00 PM UTC');
  });

  it.each([
    [15, '15 minutes'],
    [90, '90 minutes'],
    [60, '1 hour'],
    [1440, '24 hours'],
    [4320, '3 days'],
    [10_080, '7 days'],
  ])('says that a link of %d minutes expires after %s', async (lifetimeMinutes, time) => {
    const { text } = await receive(sampleMail('recover', 'en', { lifetimeMinutes }));
    expect(text).toContain(`This link works once and expires in ${time}.`);
  });

  it('offers to undo a change of address only if it has the link', async () => {
    const { html } = await receive(sampleMail('email_changed', 'en', { undo: undefined }));
    expect(html).not.toContain('token=');
    expect(html).toContain('https://id.example/account/activity');
  });

  it('has the code in the subject, so that the notification of a phone is enough', async () => {
    expect((await receive(sampleMail('email_code'))).subject).toBe('424242 is your Signet code');
  });
});

const lookOfTenant = (changes?: Partial<Tenant>) => mailLook(lookOf(defaultPortal, tenant(changes)));

describe('a mail of a tenant', () => {
  it('has its name and colors, and its logo as a part of the mail', async () => {
    const { from, html, text, attachments } = await receive(sampleMail('recover'), await lookOfTenant());
    expect(from?.value[0]?.name).toBe('Acme Inc.');
    expect(text).toContain('your account at Acme Inc.');
    expect(attachments).toMatchObject([{ contentType: 'image/png', contentDisposition: 'inline', related: true }]);
    expect([...(attachments[0]?.content.subarray(1, 4) ?? [])].map((byte) => String.fromCharCode(byte)).join('')).toBe(
      'PNG',
    );
    // The parser replaces the Content-ID with the picture.
    expect(html).toMatch(/<img src="(cid:logo\.the-id@id\.example|data:image\/png)/);
    expect(html).toContain('alt="Acme Inc."');
    expect(html).toContain('background-color:#00aa55');
    expect((await receive(sampleMail('recover'))).html).not.toContain('#00aa55');
  });

  it('without a tenant has the look of the portal', async () => {
    expect(await mailLook(lookOf(defaultPortal, null))).toEqual(portalLook);
  });

  it('has its name if the logo cannot be drawn', async () => {
    const look = await lookOfTenant({ theme: { ...tenant().theme, logo: 'data:image/png;base64,AAAA' } });
    expect(look.logo).toBeNull();
    expect((await receive(sampleMail('recover'), look)).html).toContain('>Acme Inc.</p>');
  });
});

describe('a hostile name (security #126, #151)', () => {
  const names = [
    'Shop\r\nBcc: eve@example.com',
    'Shop\nSubject: other',
    '"<eve@example.com>',
    'a, eve@example.com',
    '<img src=x onerror=1><script>1</script>',
    '=?utf-8?B?QmNjOiBldmU=?=',
    'x'.repeat(200),
  ];

  it.each(names)('%j of an application or a tenant stays text', async (name) => {
    const plain = await receive(sampleMail('app_connected'));
    const look = { ...portalLook, name };
    const { from, to, headers, subject, html } = await receive(sampleMail('app_connected', 'en', { app: name }), look);
    expect([...headers.keys()].sort()).toEqual([...plain.headers.keys()].sort());
    expect(from?.value).toHaveLength(1);
    expect(from?.value[0]?.address).toBe('signet@id.example');
    expect(to).toMatchObject({ value: [{ address: 'alice@example.com' }] });
    expect(subject).toMatch(/can access your account$/);
    expect(html).not.toMatch(/<(img|script)\b/);
  });

  it('includes the approximate place of the IP address, if known (ux §1.10.2)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-mail-places-'));
    const geoipFile = join(folder, 'places.mmdb');
    const record = {
      city: { names: { en: 'Zurich', de: 'Zürich' } },
      country: { names: { en: 'Switzerland', de: 'Schweiz' } },
    };
    writeFileSync(geoipFile, placesFile(record));
    const known = { ...settings, geoipFile };
    const textOf = (locale: Language, address: string) =>
      String(
        composeMail(sampleMail('new_device', locale, { address }), {
          id: 'an-id',
          writtenAt,
          look: portalLook,
          settings: known,
        }).text,
      );
    expect(textOf('en', '1.2.3.4')).toContain('near Zurich, Switzerland');
    expect(textOf('de', '1.2.3.4')).toContain('Zürich, Schweiz');
    expect(textOf('en', '203.0.113.9')).not.toContain('near');
    rmSync(folder, { recursive: true });
  });

  it('does not change the direction of a sentence', async () => {
    const { text, subject } = await receive(sampleMail('app_connected', 'en', { app: 'Web\u202epohs' }));
    expect(text + subject).not.toContain('\u202e');
  });
});

describe('a mail about a program whose name nobody knows (security #197)', () => {
  it.each(locales)('says so in %s, and nothing that the program says of itself', async (locale) => {
    const place = placeOfCaller({
      clientAddress: '192.0.2.7',
      userAgent: 'Your-account-is-locked:evil.example/1.0 (x)',
    });
    const { text, html } = await receive({ ...sampleMail('new_device', locale), kind: 'new_device', values: place });
    expect(text).toContain(translate(locale, 'account.devices.unknown'));
    expect(`${text}${html}`).not.toContain('evil.example');
  });
});
