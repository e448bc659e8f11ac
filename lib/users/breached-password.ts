import { createHash } from 'node:crypto';
import type { Logger } from '#lib/log/log';
import { sendRequest } from '#lib/outbound/send-request';
import type { Settings } from '#lib/settings/settings';
import { findPasswordProblem, type PasswordProblem } from './password-policy';

type Asking = {
  readonly settings: Pick<Settings, 'breachCheck' | 'issuer' | 'outboundAllow'>;
  readonly log?: Pick<Logger, 'warn'>;
};

/**
 * The number of digits that the service gets: 5 of the 40 digits of a SHA-1 hash, which hundreds of known passwords
 * share.
 */
const prefixLength = 5;
const limits = { connectMs: 2_000, totalMs: 2_000, bodyBytes: 512 * 1024 };

/**
 * Checks a new password against the policy, and then with the service of SIGNET_BREACH_CHECK.
 * @param minimumLength the portal's `password_min_length`, in code points
 * @returns null if it is acceptable
 */
export async function findNewPasswordProblem(
  password: string,
  { username, minimumLength }: { readonly username: string; readonly minimumLength: number },
  asking: Asking,
): Promise<PasswordProblem | null> {
  const problem = findPasswordProblem(password, username, minimumLength);
  if (problem !== null) return problem;
  return (await isBreachedPassword(password, asking)) ? 'password_breached' : null;
}

/**
 * Whether a password is known from a breach. If the service does not answer within two seconds, or its answer is
 * invalid, the password counts as not breached, and this is logged.
 */
export async function isBreachedPassword(password: string, { settings, log }: Asking): Promise<boolean> {
  if (settings.breachCheck === null) return false;
  try {
    return (await countBreaches(password, settings.breachCheck, settings)) > 0;
  } catch (error) {
    log?.warn({ err: error }, 'could not ask whether a password is known from a breach');
    return false;
  }
}

/**
 * How often a password was found in breaches. Neither the password nor its whole hash leaves this server. The service
 * gets the first five digits, and returns the rest of every hash that begins with them, padded so that the size reveals
 * nothing.
 * @param service an address that ends with a slash
 * @throws OutboundError, or Error for any status except 200
 */
export async function countBreaches(
  password: string,
  service: string,
  policy: Pick<Settings, 'issuer' | 'outboundAllow'>,
): Promise<number> {
  const digits = createHash('sha1').update(password).digest('hex').toUpperCase();
  const headers = { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'Signet' };
  const url = service + digits.slice(0, prefixLength);
  const { status, body } = await sendRequest({ method: 'GET', url, headers }, { policy, limits, cause: 'passwords' });
  if (status !== 200) throw new Error(`the service answers ${status}`);
  const rest = digits.slice(prefixLength);
  const line = body.split(/\r?\n/).find((one) => one.slice(0, rest.length).toUpperCase() === rest);
  // Padding lines have the count 0.
  return Number(/^:(\d{1,15})\s*$/.exec(line?.slice(rest.length) ?? '')?.[1] ?? 0);
}
