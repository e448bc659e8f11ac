import { linkIn, readMailOfKind } from '../../read-mail';
import { authorizeUrl } from '../walks';
import { emailOf, people } from './configuration';
import { type AccountsTour, decide, signIn, waitFor } from './tour';

const newPassword = 'purple otter counts seventeen clocks';

/** Everything that happens by mail: codes, recovery, a verified address, and undoing a change of the address. */
export async function walkMailed(tour: AccountsTour): Promise<void> {
  await walkCodes(tour);
  await walkRecovery(tour);
  await walkAddress(tour);
  await walkOutbox(tour);
}

async function walkCodes({ page, issuer, take }: AccountsTour): Promise<void> {
  await page.goto(authorizeUrl(issuer, { scope: 'openid profile' }));
  await page.fill('input[name=username]', emailOf(people.forgetful));
  await decide(page, 'email_code');
  await waitFor(page, 'email-code');
  await take('email-code');
  await page.fill('input[name=code]', '000000');
  await decide(page, 'continue');
  await page.waitForSelector('[role=alert]');
  await take('email-code-error');
  await page.goto(authorizeUrl(issuer, { scope: 'openid profile' }));
  await page.click('a[href^="/signup?"]');
  await waitFor(page, 'signup');
  await page.fill('input[name=email]', emailOf('nora'));
  await page.fill('input[name=password]', newPassword);
  await decide(page, 'sign_up');
  await waitFor(page, 'signup-code');
  await take('sign-up-code');
  await page.fill('input[name=code]', '000000');
  await decide(page, 'continue');
  await page.waitForSelector('[role=alert]');
  await take('sign-up-code-error');
}

async function walkRecovery({ page, issuer, take, server }: AccountsTour): Promise<void> {
  await page.goto(`${issuer}/recover`);
  await take('recover');
  await decide(page, 'continue');
  await page.waitForSelector('[role=alert]');
  await take('recover-error');
  await page.fill('input[name=identifier]', people.forgetful);
  await decide(page, 'continue');
  await waitFor(page, 'recover-sent');
  await take('recover-sent');
  await page.goto(linkIn(await readMailOfKind(server, emailOf(people.forgetful), 'recover')));
  await waitFor(page, 'recover-reset');
  await take('recover-reset');
  await page.fill('input[name=new_password]', 'short');
  await decide(page, 'continue');
  await page.waitForSelector('[role=alert]');
  await take('recover-reset-error');
  await page.fill('input[name=new_password]', newPassword);
  await decide(page, 'continue');
  await waitFor(page, 'recover-done');
  await take('recover-done');
  await page.goto(`${issuer}/recover/reset?token=used`);
  await take('recover-invalid');
}

async function walkAddress({ page, issuer, take, server }: AccountsTour): Promise<void> {
  await page.goto(`${issuer}/account`);
  await signIn(page, people.forgetful, newPassword);
  await waitFor(page, 'account-home');
  await take('account-passkey-offer');
  await page.goto(`${issuer}/account/email`);
  await page.fill('input[name=email]', 'carla@new.example');
  await decide(page, 'save');
  await page.waitForSelector('[data-done]');
  const verify = linkIn(await readMailOfKind(server, 'carla@new.example', 'verify_email'));
  const undo = async () => linkIn(await readMailOfKind(server, emailOf(people.forgetful), 'email_changed'));
  for (const [name, link] of [
    ['verify', verify],
    ['undo', undo],
  ] as const) {
    await page.goto(typeof link === 'string' ? link : await link());
    await waitFor(page, `${name}-email`);
    await take(name);
    await decide(page, 'continue');
    await waitFor(page, `${name}-done`);
    await take(`${name}-done`);
    await page.goto(`${issuer}/${name}?token=used`);
    await take(`${name}-invalid`);
  }
}

/** The folder of the mails that are not sent. */
async function walkOutbox({ page, issuer, take }: AccountsTour): Promise<void> {
  await page.goto(`${issuer}/outbox`);
  await take('outbox');
  await page.locator('[data-mail$="-recover.eml"] a').first().click();
  await page.waitForURL(/\?mail=/);
  await take('outbox-mail');
}
