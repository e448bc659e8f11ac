import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { readDigits } from './digits';

/** The digit 0 of every script that has its own. */
const zeros = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => isDigit(code) && zeroOf(code) === code,
);

it('a code may be typed in the digits of any script', () => {
  expect(zeros.length).toBeGreaterThan(60);
  for (const zero of zeros) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const typed = [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
    expect(readDigits(typed), `${code} from U+${zero.toString(16)}`).toBe(code);
  }
});

it('a code may mix scripts, as a keyboard that changed in between does', () => {
  expect(readDigits('1٢३𝟜５᱆')).toBe('123456');
});

it.each([
  ['spaces', ' 12 34\u00a056\u3000', '123456'],
  ['dashes', '12-34–5−6', '123456'],
  ['dots and underscores', '12.34_56', '123456'],
  ['marks of a direction and other invisible characters', '\u200f\u061c123\u200b456\ufeff', '123456'],
  ['letters, which stay', 'aB1-Б٢', 'aB1Б2'],
  ['numbers that are no digits, which stay', '一二Ⅷ', '一二VIII'],
  ['more than 100 characters', '1'.repeat(101), ''],
  ['nothing', '', ''],
])('reads %s', (_, typed, code) => {
  expect(readDigits(typed)).toBe(code);
});

/** Unicode §4.6: the digits of a script follow each other from 0 to 9. */
function zeroOf(code: number): number {
  let first = code;
  while (isDigit(first - 1)) first -= 1;
  return code - ((code - first) % 10);
}

function isDigit(code: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(code));
}
