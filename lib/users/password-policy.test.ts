import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './password-policy';

const problemOf = (password: string, username: string) => findPasswordProblem(password, username, 15);

describe('findPasswordProblem', () => {
  it.each([
    'purple otter counts seventeen clocks',
    'mein Hund frisst keine Radieschen',
    'x7Kq9mPw2vRt5Zb',
    'vier-Fenster-ohne-Griff',
    '😀🦊🌵🚲🎻🧊🐙🍋🔭🪁🧩🥨🦉🪴🎈',
    '東京の古い本屋で猫が三匹寝ている',
    'tabs\tand   spaces count as well',
    'nothing-but-lower-case-letters',
    'B'.repeat(3) + 'kfw0 zkrei uqplvnx owmt'.repeat(20),
  ])('accepts %j (security #88)', (password) => {
    expect(problemOf(password, 'alice')).toBeNull();
  });

  it.each([
    ['', 0],
    ['x7Kq9mP', 7],
    ['x7Kq9mPw', 8],
    ['x7Kq9mPw2vRt5Z', 14],
    ['😀🦊🌵🚲🎻🧊🐙🍋🔭🪁🧩🥨🦉🪴', 14],
  ])('refuses %j as too short: %d characters (security #88)', (password) => {
    expect(problemOf(password, 'alice')).toBe('password_too_short');
  });

  it.each([
    ['x7Kq9mPw', 8, null],
    ['x7Kq9mP', 8, 'password_too_short'],
    ['😀🦊🌵🚲🎻🧊🐙🍋', 8, null],
    ['😀🦊🌵🚲🎻🧊🐙', 8, 'password_too_short'],
    ['x7Kq9mPw2vRt5Zb', 16, 'password_too_short'],
    ['password', 8, 'password_too_common'],
    ['alicex7K', 8, 'password_contains_username'],
  ])('holds %j to a password_min_length of %d in code points (security #88)', (password, minimum, expected) => {
    expect(findPasswordProblem(password, 'alice', minimum)).toBe(expected);
  });

  it('accepts 64 and 128 characters, and refuses a password that would not be hashed', () => {
    const long = (length: number) => 'kfw0 zkrei uqplvnx owmt'.repeat(50).slice(0, length);
    expect(problemOf(long(64), 'alice')).toBeNull();
    expect(problemOf(long(128), 'alice')).toBeNull();
    expect(problemOf(long(1024), 'alice')).toBeNull();
    expect(problemOf(long(1025), 'alice')).toBe('password_too_long');
    expect(problemOf('ä'.repeat(513), 'alice')).toBe('password_too_long');
  });

  it.each([
    'password123456789',
    'PasswordPassword',
    'p4$$w0rdp4$$w0rd!',
    'Password2027Password',
    'aaaaaaaaaaaaaaaa',
    '               ',
    '123456789012345',
    '987654321987654321',
    'abcabcabcabcabcab',
    'xk7xk7xk7xk7xk7x',
    'qwertyuiopasdfghjkl',
    'qwertzuiopasdfghj',
    '1q2w3e4r5t6y7u8i',
    '1qaz2wsx3edc4rfv',
    'iloveyouiloveyou',
    'iloveyou-forever!!',
    'letmeinletmein123',
    'administrator123',
    'signet-admin-2027',
    'SignetSignetSignet',
    'correct horse battery staple',
    'welcome to my portal',
    'summer2027summer2027',
    'sunshineprincess7',
    'ｐａｓｓｗｏｒｄ１２３４５６７',
  ])('refuses %j as common (security #88)', (password) => {
    expect(problemOf(password, 'alice')).toBe('password_too_common');
  });

  it.each([
    ['listed', 'mailcreated5240'],
    ['listed, in another case', 'MailCreated5240'],
    ['listed, with more after it', 'mailcreated5240!?x'],
    ['listed, with more before it', '!x7mailcreated5240'],
    ['listed, twice', 'polniypizdec1102polniypizdec1102'],
    ['listed, with signs for letters', 'm0ms4n@l4dventure'],
    ['listed, of eight characters and seven more', '87654321vv7Kq9mPw'],
    ['listed, at the end', '7Kq9mPwmomsanaladventure'],
  ])('refuses one of the most used passwords: %s, %j (security #88)', (_, password) => {
    expect(problemOf(password, 'alice')).toBe('password_too_common');
  });

  it.each([
    ['eight more characters after it', 'momsanaladventure7Kq9mPw2'],
    ['eight more characters before it', '7Kq9mPw2momsanaladventure'],
    ['a shorter listed password', 'dimazarya7Kq9mPw2'],
    ['several listed words', 'purple otter counts mustang'],
  ])('accepts a listed password with %s: %j', (_, password) => {
    expect(problemOf(password, 'alice')).toBeNull();
  });

  it.each([
    ['alexandra.maier@example.com', 'alexandra.maier@example.com'],
    ['Alexandra.Maier@Example.com1', 'alexandra.maier@example.com'],
    ['alexandra.maier-vkw8', 'alexandra.maier@example.com'],
    ['vkw8 BOBBY zq1 pf', 'bobby'],
  ])('refuses %j for %s, because the name does not count (security #88)', (password, username) => {
    expect(problemOf(password, username)).toBe('password_contains_username');
  });

  it.each([
    ['purple otter counts seventeen clocks, says bobby', 'bobby'],
    ['purple otter counts al seventeen clocks', 'al'],
    ['purple otter counts seventeen clocks', ''],
    ['purple otter counts seventeen clocks', 'in\0valid'],
  ])('accepts %j for %j, because enough is left', (password, username) => {
    expect(problemOf(password, username)).toBeNull();
  });

  it('is fast for any password below the limit (security #152)', () => {
    // The CPU time of this process, because other processes may use the machine.
    const begin = process.cpuUsage();
    for (const unit of ['a', 'ab', 'password', 'passwor', '1q2w3e', 'x9']) {
      problemOf(unit.repeat(1024 / unit.length), unit);
      problemOf(`${unit.repeat(1016 / unit.length)}z`, unit);
    }
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
