import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { singleton } from '#lib/singleton';

/**
 * The parts of common passwords. Among leaked passwords with 15 or more characters, most are these words combined,
 * repeated, or filled up with digits and keyboard rows. So the parts are listed instead of millions of combinations.
 * Lower case, without spaces.
 */
export const commonWords: ReadonlySet<string> = new Set(
  [
    'password passwort passwd passw0rd passphrase passcode motdepasse contrasena senha parola wachtwoord haslo heslo',
    'admin administrator root user username guest test testing tester demo sample example default change changeme changeit',
    'login logon signin secret secure security private access letmein letmeinnow openup opensesame trustno trustnoone',
    'welcome willkommen bienvenue hello hallo bonjour hola ciao goodbye good bye morning night day today tomorrow',
    'signet portal identity account server system computer internet network windows microsoft google apple samsung',
    'facebook instagram twitter linkedin amazon netflix youtube github oracle cisco office company work service support',
    'iloveyou loveyou lovely love lover forever always never mylove iloveu ihateyou hate fuckyou fuck shit asshole bitch',
    'monkey dragon master shadow sunshine princess football baseball basketball soccer hockey superman batman spiderman',
    'starwars pokemon naruto matrix ninja jesus christ god angel heaven devil hello kitty charlie freedom whatever',
    'michael jennifer jessica ashley daniel jordan michelle andrew joshua matthew thomas robert william george nicole',
    'anthony amanda samantha melissa taylor hunter justin brandon tigger pepper ginger cookie chocolate cheese banana',
    'orange apple cherry flower butterfly purple yellow silver golden diamond money killer hacker soldier warrior',
    'summer winter spring autumn january february march april june july august september october november december',
    'monday tuesday wednesday thursday friday saturday sunday liverpool chelsea arsenal barcelona realmadrid juventus',
    'london paris berlin america england canada australia germany france india china russia mexico brazil texas newyork',
    'mustang corvette ferrari porsche mercedes harley yamaha honda toyota ranger cowboys yankees steelers eagles lakers',
    'computer keyboard mouse laptop phone mobile asdf qwer zxcv qwerty qwertz azerty dvorak abc abcd abcdef abcabc',
    'correcthorsebatterystaple correct horse battery staple tobeornottobe thequickbrownfox quickbrownfox brownfox',
    'family mother father brother sister friend friends baby babygirl babyboy girl boy husband wife daughter',
    'happy lucky crazy sexy hot cool awesome super mega ultra power magic music guitar dancer player gamer game games',
    'the and for you are is my me we this that with not from have your our one two three four five six seven eight nine ten',
  ]
    .join(' ')
    .split(' '),
);

/** Rows and columns of a keyboard, used in either direction. */
export const keyboardWalks: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
  'yxcvbnm',
  '!@#$%^&*()',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.',
  'qazwsxedcrfvtgbyhnujmikolp',
  '13579',
  '24680',
];

/** In characters. */
export const longestListedPassword = 20;

/**
 * Whether a text is one of the 49,000 most used passwords, in lower case (NIST SP 800-63B-4 §3.1.1.2). The list is read
 * when the first new password is checked. It stays one text of half a megabyte, in which a search takes a quarter of a
 * millisecond. A set would take fifteen times as much memory.
 */
export function isListedPassword(text: string): boolean {
  const list = singleton('listed-passwords', readList);
  const entry = JSON.stringify(text);
  return list.includes(`,${entry}`) || list.startsWith(`[${entry}`);
}

/** A JSON list of ASCII texts. The package's own module would keep each of them as an object. */
function readList(): string {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  return readFileSync(resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'latin1');
}
