import { startServer } from '#lib/testing/running-server';
import type { Walk } from '../walks';
import { accountsConfiguration } from './configuration';
import { walkAccount } from './walk-account';
import { walkAdministration } from './walk-administration';
import { walkEnrolment } from './walk-enrolment';
import { walkMailed } from './walk-recovery';

/** The pictures that are also taken in Arabic: one of each kind of page. */
export const arabicPictures: ReadonlySet<string> = new Set([
  'account',
  'account-devices',
  'account-password-error',
  'account-passkey-offer',
  'account-passkeys',
  'account-recovery-codes-new',
  'account-security',
  'enrol-totp',
  'mail-email-changed',
  'mail-email-code',
  'mail-recover',
  'outbox',
  'recover',
  'recover-reset',
  'second-factor-totp',
  'setup',
  'sign-up-code',
  'undo',
]);

/**
 * Takes the pages of accounts in one look, on a new server, because the changes made in one look would be visible in
 * the next.
 * @param open creates a new browser
 */
export async function takeAccounts(open: (issuer: string) => Promise<Walk>): Promise<void> {
  const server = await startServer({ configuration: accountsConfiguration });
  try {
    for (const walk of [walkAccount, walkAdministration, walkEnrolment, walkMailed]) {
      const tour = await open(server.issuer);
      await walk({ ...tour, server });
      await tour.page.context().close();
    }
  } finally {
    await server.stop();
  }
}
