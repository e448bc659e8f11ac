import { expect, it } from 'vitest';
import { slowestKinds } from './slowest-kinds';

it.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['one kind', ['$2b$10'], ['$2b$10']],
  ['bcrypt by its cost', ['$2b$04', '$2b$12', '$2b$10'], ['$2b$12']],
  [
    'PBKDF2 by its iterations',
    ['$pbkdf2-sha256$i=600000,l=32', '$pbkdf2-sha256$i=1200000,l=32', '$pbkdf2-sha256$i=99,l=32'],
    ['$pbkdf2-sha256$i=1200000,l=32'],
  ],
  [
    'PBKDF2 with more iterations and a shorter digest',
    ['$pbkdf2-sha256$i=100,l=64', '$pbkdf2-sha256$i=150,l=32'],
    ['$pbkdf2-sha256$i=100,l=64', '$pbkdf2-sha256$i=150,l=32'],
  ],
  [
    'other functions separately',
    ['$pbkdf2-sha256$i=9,l=32', '$pbkdf2-sha512$i=8,l=32', '$2b$10', '$scrypt$ln=4,r=1,p=1'],
    ['$pbkdf2-sha256$i=9,l=32', '$pbkdf2-sha512$i=8,l=32', '$2b$10', '$scrypt$ln=4,r=1,p=1'],
  ],
  [
    'argon2 with more passes',
    ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=4,p=1'],
    ['$argon2id$v=19$m=4096,t=4,p=1'],
  ],
  [
    'argon2 with more passes and less memory',
    ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=1024,t=4,p=1'],
    ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=1024,t=4,p=1'],
  ],
  [
    'argon2 with other lanes',
    ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=3,p=4'],
    ['$argon2id$v=19$m=4096,t=3,p=1', '$argon2id$v=19$m=4096,t=3,p=4'],
  ],
])('the kinds that may be the slowest are kept: %s', (_, kinds, expected) => {
  expect(slowestKinds(kinds)).toEqual(expected);
});
