import { sealData, unsealData } from 'iron-session';
import { deriveKeys, type MasterSecret, type PurposeKey } from '#lib/crypto/master-secret';

/**
 * Seals the content of a cookie under the current secret. iron-session gets no time to live, because it would use its
 * own clock. The expiry is in the row or in the cookie's content.
 * @param purpose the kind of cookie, a fixed word
 */
export function sealCookie(content: object, secret: MasterSecret, purpose: string): Promise<string> {
  const { current } = deriveKeys(secret, purpose);
  return sealData(content, { password: passwordsOf(current), ttl: 0 });
}

/** Opens a cookie that sealCookie() sealed for this purpose, under any known secret. Null for anything else. */
export async function unsealCookie(value: string, secret: MasterSecret, purpose: string): Promise<unknown> {
  for (const key of deriveKeys(secret, purpose).all) {
    const content = await tryUnseal(value, { ...passwordsOf(key), [idOfBefore]: key.key.toString('base64url') });
    if (content !== null) return content;
  }
  return null;
}

/** If the cookie names an unknown password ID, this costs nothing and returns an empty object. */
async function tryUnseal(value: string, password: Readonly<Record<string, string>>): Promise<object | null> {
  try {
    const content = await unsealData<object>(value, { password: { ...password }, ttl: 0 });
    return content !== null && Object.keys(content).length > 0 ? content : null;
  } catch {
    // The cookie was not sealed by us.
    return null;
  }
}

/** Cookies from before rotation existed name no secret. */
const idOfBefore = '1';

/** iron-session identifies passwords by number. */
function passwordsOf({ id, key }: PurposeKey): Readonly<Record<string, string>> {
  return { [Number.parseInt(id, 16)]: key.toString('base64url') };
}
