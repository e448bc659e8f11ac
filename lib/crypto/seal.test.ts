import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { masterSecret } from './master-secret';
import { open, rowAad, seal, sealingKey } from './seal';

const key = sealingKey(masterSecret('a secret of at least thirty-two bytes'));
const aad = rowAad('SigningKey', 'privateSealed', 'kid-1');
const refused = expect.objectContaining({ code: 'cannot_open' });

describe('seal', () => {
  it.each(['', 'text', 'ünïcode 🔑', 'x'.repeat(5000)])('opens to what was sealed: %#', (text) => {
    expect(open(key, seal(key, text, aad), aad).toString()).toBe(text);
  });

  it('keeps bytes as they are', () => {
    const bytes = randomBytes(200);
    expect(open(key, seal(key, bytes, aad), aad)).toEqual(bytes);
  });

  it('never returns the same text twice and never shows the plaintext', () => {
    const sealed = seal(key, 'plaintext', aad);
    expect(sealed).not.toBe(seal(key, 'plaintext', aad));
    expect(Buffer.from(sealed.slice(3), 'base64url').includes('plaintext')).toBe(false);
  });

  it('refuses a value moved to another row, column or table (security #141)', () => {
    const sealed = seal(key, 'plaintext', aad);
    for (const other of [
      rowAad('SigningKey', 'privateSealed', 'kid-2'),
      rowAad('UpstreamSignIn', 'sealed', 'kid-1'),
      rowAad('UpstreamSignIn', 'identity', 'kid-1'),
    ]) {
      expect(() => open(key, sealed, other)).toThrow(refused);
    }
  });

  it('refuses another secret (security #141)', () => {
    expect(() =>
      open(sealingKey(masterSecret('another secret of thirty-two bytes')), seal(key, 'plaintext', aad), aad),
    ).toThrow(refused);
  });

  it('refuses every changed byte', () => {
    const bytes = Buffer.from(seal(key, 'plaintext', aad).slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => open(key, `v1.${changed.toString('base64url')}`, aad)).toThrow(refused);
    }
  });

  it.each(['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'not sealed'])(
    'refuses anything but a sealed value: %j',
    (text) => {
      expect(() => open(key, text, aad)).toThrow(refused);
    },
  );
});
