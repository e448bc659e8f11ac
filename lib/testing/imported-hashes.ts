import { createHash, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { hashSync as argon2 } from '@node-rs/argon2';
import { hashSync as bcrypt, genSaltSync } from 'bcryptjs';

/** The password of every hash below. */
export const importedPassword = 'correct horse';

export type ImportedHash = { readonly name: string; readonly hash: string; readonly kind: string };

type Notation = {
  readonly name: string;
  readonly kind: string;
  /** The notation of a hash of the password, with a salt that is random each time. */
  readonly make: (password: string) => string;
};

/**
 * Every notation of docs/configuration.md. A fixed salt would leave out what only some salts show: the second letter of
 * ASP.NET Identity's Base64, for example, holds four bits of it.
 */
export const notations: readonly Notation[] = [
  ...(['2a', '2b', '2y'] as const).map((version) => ({
    name: `bcrypt ${version}`,
    kind: '$2b$04',
    make: (password: string) => `$${version}$${makeBcrypt(password).slice(4)}`,
  })),
  { name: 'spring bcrypt', kind: '$2b$04', make: (password) => `{bcrypt}${makeBcrypt(password)}` },
  { name: 'django bcrypt', kind: '$2b$04', make: (password) => `bcrypt$${makeBcrypt(password)}` },
  {
    name: 'django bcrypt_sha256',
    kind: '$2b$04',
    make: (password) => `bcrypt_sha256$${makeBcrypt(createHash('sha256').update(password).digest('hex'))}`,
  },
  { name: 'argon2id', kind: '$argon2id$v=19$m=1024,t=2,p=1', make: (password) => makeArgon2(password, 2) },
  { name: 'argon2i', kind: '$argon2i$v=19$m=1024,t=2,p=1', make: (password) => makeArgon2(password, 1) },
  {
    name: 'django argon2',
    kind: '$argon2id$v=19$m=1024,t=2,p=1',
    make: (password) => `argon2${makeArgon2(password, 2)}`,
  },
  {
    name: 'scrypt',
    kind: '$scrypt$ln=9,r=4,p=2',
    make: (password) => {
      const salt = randomBytes(16);
      return `$scrypt$ln=9,r=4,p=2$${bare(salt)}$${bare(scryptSync(password, salt, 32, { N: 512, r: 4, p: 2 }))}`;
    },
  },
  ...(
    [
      ['sha1', 20],
      ['sha256', 32],
      ['sha512', 64],
    ] as const
  ).flatMap(([hash, length]) => [
    {
      name: `passlib pbkdf2-${hash}`,
      kind: `$pbkdf2-${hash}$i=1000,l=${length}`,
      make: (password: string) => {
        const { salt, digest } = pbkdf2(password, { hash, length });
        const dotted = [bare(salt), bare(digest)].join('$').replaceAll('+', '.');
        return `$pbkdf2${hash === 'sha1' ? '' : `-${hash}`}$1000$${dotted}`;
      },
    },
    {
      name: `PHC pbkdf2-${hash}`,
      kind: `$pbkdf2-${hash}$i=1000,l=${length}`,
      make: (password: string) => {
        const { salt, digest } = pbkdf2(password, { hash, length });
        return `$pbkdf2-${hash}$i=1000,l=${length}$${bare(salt)}$${bare(digest)}`;
      },
    },
    {
      name: `keycloak pbkdf2-${hash}`,
      kind: `$pbkdf2-${hash}$i=1000,l=${length}`,
      make: (password: string) => {
        const algorithm = hash === 'sha1' ? 'pbkdf2' : `pbkdf2-${hash}`;
        return keycloak(pbkdf2(password, { hash, length }), { algorithm, additionalParameters: {} });
      },
    },
  ]),
  ...(
    [
      ['sha1', 20],
      ['sha256', 32],
    ] as const
  ).map(([hash, length]) => ({
    name: `django pbkdf2_${hash}`,
    kind: `$pbkdf2-${hash}$i=1000,l=${length}`,
    make: (password: string) => {
      const text = randomBytes(11).toString('hex');
      const { digest } = pbkdf2(password, { hash, length, salt: Buffer.from(text) });
      return `pbkdf2_${hash}$1000$${text}$${digest.toString('base64')}`;
    },
  })),
  {
    name: 'keycloak argon2',
    kind: '$argon2id$v=19$m=1024,t=2,p=1',
    make: (password) => {
      const [salt = '', digest = ''] = makeArgon2(password, 2).split('$').slice(-2);
      const parts = { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') };
      const named = { hashLength: ['32'], memory: ['1024'], type: ['id'], version: ['1.3'], parallelism: ['1'] };
      return keycloak(parts, { hashIterations: 2, algorithm: 'argon2', additionalParameters: named });
    },
  },
  {
    name: 'aspnet v2',
    kind: '$pbkdf2-sha1$i=1000,l=32',
    make: (password) => {
      const { salt, digest } = pbkdf2(password, { hash: 'sha1', length: 32 });
      return Buffer.concat([Buffer.of(0), salt, digest]).toString('base64');
    },
  },
  ...(['sha1', 'sha256', 'sha512'] as const).map((hash, index) => ({
    name: `aspnet v3 ${hash}`,
    kind: `$pbkdf2-${hash}$i=1000,l=32`,
    make: (password: string) => {
      const { salt, digest } = pbkdf2(password, { hash, length: 32 });
      const header = Buffer.alloc(13);
      header.writeUInt8(1);
      for (const [place, number] of [index, 1000, salt.length].entries()) header.writeUInt32BE(number, 1 + 4 * place);
      return Buffer.concat([header, salt, digest]).toString('base64');
    },
  })),
];

/** A hash of `importedPassword` in each notation, with a random salt. */
export const importedHashes: readonly ImportedHash[] = notations.map(({ name, kind, make }) => ({
  name,
  kind,
  hash: make(importedPassword),
}));

/** A hash of `importedPassword` in the notation. */
export function importedHash(name: string): string {
  const found = importedHashes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no notation is called ${name}`);
  return found.hash;
}

function makeBcrypt(password: string): string {
  return bcrypt(password, genSaltSync(4));
}

function makeArgon2(password: string, algorithm: 1 | 2): string {
  return argon2(password, { algorithm, memoryCost: 1024, timeCost: 2, parallelism: 1 });
}

type Pbkdf2Options = { readonly hash: string; readonly length: number; readonly salt?: Buffer };
type Parts = { readonly salt: Buffer; readonly digest: Buffer };

function pbkdf2(password: string, { hash, length, salt = randomBytes(16) }: Pbkdf2Options): Parts {
  return { salt, digest: pbkdf2Sync(password, salt, 1000, length, hash) };
}

function keycloak({ salt, digest }: Parts, credential: object): string {
  const secret = { value: digest.toString('base64'), salt: salt.toString('base64'), additionalParameters: {} };
  const credentialData = JSON.stringify({ hashIterations: 1000, ...credential });
  return JSON.stringify({ secretData: JSON.stringify(secret), credentialData });
}

/** Base64 without padding. */
function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
