import type { Settings } from '#lib/settings/settings';
import { countBreaches } from '#lib/users/breached-password';
import { printable } from '../explain/printable';
import { type Finding, healthy, wrong } from './finding';

const subject = 'breach check';

/** Every such service knows this password. */
const known = 'password';

/** Asks the service of SIGNET_BREACH_CHECK for a password that it must know. */
export async function* checkBreachService(
  settings: Pick<Settings, 'breachCheck' | 'issuer' | 'outboundAllow'>,
): AsyncGenerator<Finding> {
  const { breachCheck } = settings;
  if (breachCheck === null) return;
  const { host } = new URL(breachCheck);
  const advice =
    'Check SIGNET_BREACH_CHECK, and that this machine may connect there. Until then new passwords are not compared.';
  try {
    const count = await countBreaches(known, breachCheck, settings);
    yield count > 0 ? healthy(subject, `${host} answers`) : wrong(subject, `${host} knows no passwords`, advice);
  } catch (error) {
    yield wrong(subject, `${host}: ${printable(error instanceof Error ? error.message : 'unknown reason')}`, advice);
  }
}
