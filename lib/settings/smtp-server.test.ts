import { describe, expect, it } from 'vitest';
import { formatMailbox, readMailbox } from './mailbox';
import { readSmtpUrl } from './smtp-server';

describe('readSmtpUrl', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'offered', credentials: null }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'implicit', credentials: null }],
    ['smtp://mail.example:25/', { port: 25 }],
    ['smtps://[2001:db8::1]:2465', { host: '2001:db8::1', port: 2465 }],
    ['smtp://u:p@mail.example', { tls: 'required', credentials: { user: 'u', password: 'p' } }],
    ['smtp://u:p@127.0.0.1:1025', { tls: 'offered' }],
    ['smtp://u:p@localhost', { tls: 'offered' }],
    ['smtp://u%40example.com:p%25%3A%2F@mail.example', { credentials: { user: 'u@example.com', password: 'p%:/' } }],
    ['smtp://u:p@mail.example?tls=off', { tls: 'off' }],
    ['smtp://u:p@mail.example?tls=offered', { tls: 'offered' }],
    ['smtp://mail.example?tls=required', { tls: 'required' }],
  ])('reads %s', (text, server) => {
    expect(readSmtpUrl(text)).toMatchObject(server);
  });

  it.each([
    ['mail.example', /^expected smtp:/],
    ['http://mail.example', /^expected smtp:/],
    ['smtp://', /^expected smtp:/],
    ['smtp:///path', /^expected smtp:/],
    ['smtp://mail.example/inbox', /^expected smtp:/],
    ['smtp://mail.example#x', /^expected smtp:/],
    ['smtp://mail.example:0', /port from 1/],
    ['smtp://mail.example:70000', /^expected smtp:/],
    ['smtp://user@mail.example', /both a username and a password/],
    ['smtp://:canary@mail.example', /both a username and a password/],
    ['smtp://u:can%ary@mail.example', /percent-encoded/],
    ['smtp://mail.example?tls=maybe', /tls=required/],
    ['smtp://mail.example?tls=off&tls=off', /tls=required/],
    ['smtp://mail.example?pool=true', /tls=required/],
    ['smtps://mail.example?tls=off', /only with smtp:\/\//],
  ])('refuses %s without repeating it', (text, problem) => {
    const refusal = readSmtpUrl(text);
    expect(refusal).toMatch(problem);
    expect(refusal).not.toContain('canary');
  });
});

describe('readMailbox', () => {
  it.each([
    ['signet@example.com', { name: null, address: 'signet@example.com' }],
    ['<signet@example.com>', { name: null, address: 'signet@example.com' }],
    ['Signet <signet@example.com>', { name: 'Signet', address: 'signet@example.com' }],
    ['"Acme, Inc." <id@acme.example>', { name: 'Acme, Inc.', address: 'id@acme.example' }],
    ['Kümmerer <id@acme.example>', { name: 'Kümmerer', address: 'id@acme.example' }],
  ])('reads %s', (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox);
    expect(readMailbox(formatMailbox(mailbox))).toEqual(mailbox);
  });

  it.each([
    'nobody',
    'a@b@c',
    'a@example.com\nBcc: eve@example.com',
    'Signet\r\nBcc: eve@example.com <a@example.com>',
    'a@example.com, b@example.com',
    'A <a@example.com> B <b@example.com>',
    `${'x'.repeat(101)} <a@example.com>`,
    'Sig\u202enet <a@example.com>',
    '.a@example.com',
    'a..b@example.com',
  ])('refuses %j', (text) => {
    expect(readMailbox(text)).toBeNull();
  });
});
