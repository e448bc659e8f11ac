import { describe, expect, it } from 'vitest';
import { provedAddress } from '#lib/vocabulary/email';
import { storedCanonicalUsername } from './canonical-username';
import { mayHaveName, parseUsername } from './username';

describe('parseUsername', () => {
  it.each([
    ['alice', 'alice', 'alice'],
    [' Alice ', 'Alice', 'alice'],
    ['ＡＬＩＣＥ', 'ALICE', 'alice'],
    ['Zoe\u0308', 'Zo\u00eb', 'zo\u00eb'],
    ['victim\uff20corp.example', 'victim@corp.example', 'victim@corp.example'],
    ['victim\ufe6bcorp.example', 'victim@corp.example', 'victim@corp.example'],
    ['李雷', '李雷', '李雷'],
    ['😀', '😀', '😀'],
  ])('normalizes %j before its checks: %j (security #83)', (typed, username, canonicalUsername) => {
    expect(parseUsername(typed)).toEqual({ username, canonicalUsername });
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['101 characters', 'a'.repeat(101)],
    ['a control character', 'ali\tce'],
    ['an override, U+202E', 'alice\u202e'],
    ['a direction mark, U+200E', '\u200ealice'],
    ['an Arabic letter mark, U+061C', 'alice\u061c'],
    ['an isolate, U+2066', 'ali\u2066ce'],
    ['a soft hyphen, U+00AD', 'ali\u00adce'],
    ['a Hangul filler, U+3164', '\u3164'],
    ['a half-width Hangul filler, U+FFA0', 'alice\uffa0'],
    ['a zero-width space, U+200B', 'alice\u200b'],
    ['a joiner between emoji, U+200D', '👩\u200d👧'],
    ['a non-joiner between Persian letters, U+200C', 'علی\u200cرضا'],
    ['a variation selector, U+FE0F', '❤\ufe0f'],
    ['a tag character, U+E0061', 'alice\u{e0061}'],
    ['a byte order mark, U+FEFF', '\ufeffalice'],
    ['a blank Braille pattern, U+2800', '\u2800'],
    ['half a surrogate pair', 'alice\ud83d'],
  ])('refuses %s (security #83, #120)', (_, typed) => {
    expect(parseUsername(typed)).toBeNull();
  });
});

describe('mayHaveName', () => {
  const own = { email: 'Ada@Corp.example', email_verified: true };
  it.each([
    ['a plain name', 'ada', {}, true],
    ['the own verified address', 'ada@corp.example', own, true],
    ['the own verified address, typed with U+FF20', 'ada\uff20corp.example', own, true],
    ['the own address that was never verified', 'ada@corp.example', { ...own, email_verified: false }, false],
    ['the own address, verified as text', 'ada@corp.example', { ...own, email_verified: 'true' }, false],
    ['the own address without email_verified', 'ada@corp.example', { email: own.email }, false],
    ['another address', 'eve@corp.example', own, false],
    ['another address, typed with U+FF20', 'eve\uff20corp.example', own, false],
    ['another address, typed with U+FE6B', 'eve\ufe6bcorp.example', own, false],
    ['an address without any of one’s own', 'ada@corp.example', {}, false],
    ['part of an address', '@corp.example', own, false],
    ['a name that ends with @', 'ada@', {}, false],
  ])('%s: %s, %j, %s (security #116)', (_, typed, claims, expected) => {
    const name = parseUsername(typed);
    expect(name && mayHaveName(name, claims)).toBe(expected);
  });

  // Usernames are compared with ss for ß and σ for ς. Domains with these letters are different ones (RFC 5892 §2.6).
  it.each([
    ['ada@straße.example', 'ada@straße.example', true],
    ['ADA@STRAßE.example', 'ada@straße.example', true],
    ['ada@κόσμος.example', 'Ada@κόσμος.example', true],
    ['ada@strasse.example', 'ada@straße.example', false],
    ['ada@straße.example', 'ada@strasse.example', false],
    ['ada@κόσμοσ.example', 'ada@κόσμος.example', false],
  ])('%s, with the verified address %s: %s (security #116)', (typed, email, expected) => {
    const name = parseUsername(typed);
    expect(name && mayHaveName(name, { email, email_verified: true })).toBe(expected);
  });

  it('treats an address with an invisible character as another one', () => {
    const claims = { email: 'ada\u200b@corp.example', email_verified: true };
    expect(provedAddress(claims)).toBeNull();
    const username = 'ada@corp.example';
    expect(mayHaveName({ username, canonicalUsername: storedCanonicalUsername(username) }, claims)).toBe(false);
  });
});
