import { describe, expect, it } from 'vitest';
import { canonicalUsername } from './canonical-username';

describe('canonicalUsername', () => {
  it.each([
    ['alice', 'alice'],
    ['Alice', 'alice'],
    ['ALICE', 'alice'],
    [' alice ', 'alice'],
    ['alice\u200b', 'alice'],
    ['al\u200dice', 'alice'],
    ['\ufeffalice', 'alice'],
    ['al\u00adice', 'alice'],
    ['\u202ealice\u202c', 'alice'],
    ['\uff41\uff4c\uff49\uff43\uff45', 'alice'],
    ['\u24d0lice', 'alice'],
    ['Alice@OP.test', 'alice@op.test'],
    ['alice\uff20op.test', 'alice@op.test'],
    // As a Turkish keyboard capitalizes it, composed and decomposed, and the letter without a dot.
    ['AL\u0130CE', 'alice'],
    ['ALI\u0307CE', 'alice'],
    ['ali\u0307ce', 'alice'],
    ['al\u0131ce', 'alice'],
    ['i\u0307\u0301', '\u00ed'],
    // The domain of an address is in ASCII, as browsers write it (UTS 46).
    ['Zoe@M\u00fcnchen.example', 'zoe@xn--mnchen-3ya.example'],
    ['zoe@mu\u0308nchen.example', 'zoe@xn--mnchen-3ya.example'],
    ['zoe@XN--mnchen-3ya.example', 'zoe@xn--mnchen-3ya.example'],
    [' zoe@fa\u00df.de ', 'zoe@xn--fa-hia.de'],
    ['AL\u0130CE@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8', 'alice@xn--r8jz45g.xn--zckzah'],
    ['zoe@m\u00fcn:chen', 'zoe@m\u00fcn:chen'],
    ['Stra\u00dfe', 'strasse'],
    ['STRASSE', 'strasse'],
    ['stra\u1e9ee', 'strasse'],
    ['Σίσυφος', 'σίσυφοσ'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['\ufb01n', 'fin'],
    ['\u212aelvin', 'kelvin'],
    ['lo\u017ft', 'lost'],
    ['Zoe\u0308', 'zo\u00eb'],
    ['Zo\u00cb', 'zo\u00eb'],
    ['Anna\u00a0\u2003 Maria', 'anna maria'],
    ['\u3164alice', 'alice'],
    ['李雷', '李雷'],
    ['😀', '😀'],
    ["o'neil+tag/x", "o'neil+tag/x"],
  ])('maps %j to %j (security #83)', (username, canonical) => {
    expect(canonicalUsername(username)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['only invisible characters', '\u200b\u200d\ufeff'],
    ['NUL', 'ali\0ce'],
    ['a line break', 'alice\n'],
    ['a tab', 'ali\tce'],
    ['an escape', '\u001b[31malice'],
    ['a C1 control', 'ali\u0085ce'],
    ['a lone high surrogate', 'alice\ud83d'],
    ['a lone low surrogate', '\ude00alice'],
    ['a line separator', 'ali\u2028ce'],
    ['101 characters', 'a'.repeat(101)],
    ['a name that grows past 100 characters', '\ufdfa'.repeat(20)],
  ])('refuses %s', (_name, username) => {
    expect(canonicalUsername(username)).toBeNull();
  });

  it('accepts 100 characters', () => {
    expect(canonicalUsername('A'.repeat(100))).toBe('a'.repeat(100));
  });

  it('is idempotent for every character', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      for (const name of [`a${letter}b`, `a@b${letter}c.de`]) {
        const once = canonicalUsername(name);
        if (once !== null && canonicalUsername(once) !== once) unstable.push(`${code.toString(16)} ${once}`);
      }
    }
    expect(unstable).toEqual([]);
  });

  it('is the same for the upper and lower case of every letter', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      const canonical = canonicalUsername(letter);
      if (canonical === null) continue;
      for (const other of [letter.toUpperCase(), letter.toLowerCase()]) {
        if (canonicalUsername(other) !== canonical) different.push(code.toString(16));
      }
    }
    expect(different).toEqual([]);
  });
});
