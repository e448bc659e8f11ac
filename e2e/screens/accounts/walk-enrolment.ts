import { addAuthenticator } from '../../virtual-authenticator';
import { authorizeUrl } from '../walks';
import { people } from './configuration';
import { type AccountsTour, addApp, signIn, waitFor } from './tour';

/** An application that requires two factors, and a person with one factor and no email address. */
export async function walkEnrolment({ page, issuer, take }: AccountsTour): Promise<void> {
  await addAuthenticator(page);
  await page.goto(authorizeUrl(issuer, { client_id: 'bank', scope: 'openid profile' }));
  await signIn(page, people.newcomer);
  await waitFor(page, 'enrol');
  for (const factor of ['passkey', 'totp']) {
    const link = page.locator(`a[href$="factor=${factor}"]`);
    if ((await link.count()) > 0) await link.click();
    await page.waitForSelector(`input[name=factor][value=${factor}]`, { state: 'attached' });
    await take(`enrol-${factor}`);
  }
  await page.fill('input[name=code]', '000000');
  await page.click('button[value=save]');
  await page.waitForSelector('[role=alert]');
  await take('enrol-error');
  await addApp(page);
  await page.waitForSelector('[data-recovery-code]');
  await take('enrol-codes');
}
