import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** How a browser and its authenticator differ from correct behavior. */
export type Deviation = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** BE: the credential can be copied to other devices. */
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  /** The credential id in the answer. */
  readonly id?: string;
  /** The format of the attestation. */
  readonly fmt?: string;
  readonly attStmt?: Readonly<Record<string, Cbor>>;
};

export type SoftwareCredential = { readonly id: string; readonly userHandle: string; readonly privateKey: KeyObject };

/** An authenticator with the browser that uses it. Answers are the JSON that a page posts. */
export type SoftwareAuthenticator = {
  /** The credentials it has created, oldest first. */
  readonly credentials: SoftwareCredential[];
  readonly create: (options: PublicKeyCredentialCreationOptionsJSON, deviation?: Deviation) => string;
  /** Signs with the newest credential, or with `of`. */
  readonly get: (
    options: PublicKeyCredentialRequestOptionsJSON,
    deviation?: Deviation & { readonly of?: SoftwareCredential },
  ) => string;
};

type Traits = {
  readonly origin: string;
  /** BE: the credentials can be copied to other devices. */
  readonly synced?: boolean;
  /** If false, it always sends 0. */
  readonly counts?: boolean;
  readonly aaguid?: string;
};

/** Credentials are keys on P-256 (ES256). */
export function createAuthenticator({
  origin,
  synced = false,
  counts = true,
  aaguid = '00000000-0000-0000-0000-000000000000',
}: Traits): SoftwareAuthenticator {
  const credentials: SoftwareCredential[] = [];
  let uses = 0;
  const authenticatorData = (rpId: string, deviation: Deviation, attested: Buffer = Buffer.alloc(0)) => {
    const { userPresent = true, userVerified = true, backupEligible = synced } = deviation;
    const { backedUp = backupEligible, counter = counts ? ++uses : 0 } = deviation;
    const flags = [userPresent, false, userVerified, backupEligible, backedUp, false, attested.length > 0];
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags.reduce((sum, flag, bit) => sum + (flag ? 1 << bit : 0), 0);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([bits]), count, attested]);
  };
  const clientData = (expected: string, challenge: string, deviation: Deviation) => {
    const { crossOrigin = false, topOrigin, type = expected } = deviation;
    const said = { type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? origin, crossOrigin };
    return Buffer.from(JSON.stringify(topOrigin === undefined ? said : { ...said, topOrigin }));
  };
  return {
    credentials,
    create: (options, deviation = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const kind = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
      const attested = Buffer.concat([kind, length, id, coseKey(publicKey)]);
      credentials.push({ id: id.toString('base64url'), userHandle: options.user.id, privateKey });
      const authData = authenticatorData(options.rp.id ?? '', deviation, attested);
      const { fmt = 'none', attStmt = {} } = deviation;
      return answer(deviation.id ?? id.toString('base64url'), {
        clientDataJSON: clientData('webauthn.create', options.challenge, deviation),
        attestationObject: cbor(new Map<Cbor, Cbor>(Object.entries({ fmt, attStmt: mapOf(attStmt), authData }))),
      });
    },
    get: (options, { of: credential = credentials.at(-1), ...deviation } = {}) => {
      if (credential === undefined) throw new Error('the authenticator has no credential');
      const clientDataJSON = clientData('webauthn.get', options.challenge, deviation);
      const data = authenticatorData(options.rpId ?? '', deviation);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(clientDataJSON)]))
        .sign(credential.privateKey);
      const { userHandle = credential.userHandle } = deviation;
      const fields = { clientDataJSON, authenticatorData: data, signature };
      return answer(deviation.id ?? credential.id, { ...fields, ...(userHandle === null ? {} : { userHandle }) });
    },
  };
}

function answer(id: string, fields: Readonly<Record<string, Buffer | string>>): string {
  const response = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.toString('base64url'),
    ]),
  );
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** RFC 9052 §7: an EC2 key for ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

function mapOf(entries: Readonly<Record<string, Cbor>>): ReadonlyMap<Cbor, Cbor> {
  return new Map<Cbor, Cbor>(Object.entries(entries));
}

/** RFC 8949 §3, as far as WebAuthn needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
  }
  const list = [...(value as readonly Cbor[])];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

function head(major: number, count: number): Buffer {
  const kind = major << 5;
  if (count < 24) return Buffer.from([kind | count]);
  if (count < 256) return Buffer.from([kind | 24, count]);
  return Buffer.from([kind | 25, count >> 8, count & 0xff]);
}
