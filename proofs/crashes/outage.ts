import { codeIn, codeRequest, createHttpBrowser, locationOf, signInByForm } from '#lib/testing/http-browser';
import { postToken, processPerson, refreshBody, userinfoStatus } from '../../e2e/processes/configuration';
import type { Promised } from '../promises';
import { findBroken } from './invariants';
import { openPlace } from './place';

const redirectUri = 'https://rp.test/cb';
const person = { ...processPerson, username: 'person-0' };
const request = { client_id: 'app', redirect_uri: redirectUri, scope: 'openid offline_access' };
const absences = 5;

/** Stops the database in the middle of flows and starts it again. The server must recover without a restart. */
export async function loseDatabase(): Promise<Promised[]> {
  const place = await openPlace('postgresql');
  const { issuer } = place;
  const refused: string[] = [];
  const half: string[] = [];
  const stuck: string[] = [];
  let asked = 0;
  const pid = place.pid();
  for (let absence = 0; absence < absences; absence += 1) {
    const browser = createHttpBrowser(issuer);
    await signInByForm(browser, codeRequest(issuer, request).url, person);
    const { url, verifier } = codeRequest(issuer, request);
    const code = codeIn(locationOf(await browser.get(url)));
    const fields = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri };
    const redemption = new URLSearchParams({ ...fields, code, code_verifier: verifier }).toString();
    const spare = codeRequest(issuer, request);
    const spareCode = codeIn(locationOf(await browser.get(spare.url)));
    const more = { ...fields, code: spareCode, code_verifier: spare.verifier };
    const tokens = await postToken(issuer, new URLSearchParams(more).toString());
    const refresh = refreshBody(String(tokens.body.refresh_token));

    const comeBack = await place.postgres?.shutDown(absence % 2 === 0 ? 'fast' : 'immediate');
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const login = { ...person, decision: 'sign_in' };
    const requests: Readonly<Record<string, () => Promise<Response>>> = {
      authorize: () => browser.get(url),
      'a code': () => fetch(`${issuer}/connect/token`, { ...form, body: redemption }),
      'a refresh token': () => fetch(`${issuer}/connect/token`, { ...form, body: refresh }),
      'a revocation': () => fetch(`${issuer}/connect/revocation`, { ...form, body: `client_id=app&token=x` }),
      'a device': () => fetch(`${issuer}/connect/deviceauthorization`, { ...form, body: 'client_id=tv' }),
      'an access token': () =>
        fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${tokens.body.access_token}` } }),
      'a password': () => createHttpBrowser(issuer).post(`${issuer}/login/submit`, login),
      'the account': () => browser.get(`${issuer}/account`),
      health: () => fetch(`${issuer}/health`),
    };
    for (const [name, send] of Object.entries(requests)) {
      asked += 1;
      const answer = await send();
      const { status } = answer;
      const wait = Number(answer.headers.get('retry-after'));
      // A form without an interaction is refused before the database is read.
      if (name === 'a password' ? status !== 503 && status !== 400 : status !== 503) refused.push(`${name}: ${status}`);
      if (status === 503 && name !== 'health' && !(wait > 0)) refused.push(`${name}: 503 without Retry-After`);
    }
    await comeBack?.();
    await place.recovered();

    if (place.pid() !== pid || !place.isRunning()) stuck.push('the server process was replaced');
    if ((await userinfoStatus(issuer, tokens.body.access_token)) !== 200) half.push('the access token is over');
    const refreshed = await postToken(issuer, refresh);
    if (refreshed.status !== 200) half.push(`the refresh token: ${JSON.stringify(refreshed.body)}`);
    const redeemed = await postToken(issuer, redemption);
    if (redeemed.status !== 200) half.push(`the code: ${JSON.stringify(redeemed.body)}`);
    if ((await browser.get(url)).status !== 303) half.push('the browser is signed out');
    half.push(...(await place.look(findBroken)));
  }
  await place.stop();
  return [
    {
      promise: 'postgresql: Without a database every answer is 503 with Retry-After (security #172)',
      tried: `${asked} requests`,
      broken: refused,
    },
    {
      promise: 'postgresql: No request of the outage is half-done: codes, tokens and sessions work afterwards',
      tried: `${absences} absences`,
      broken: half,
    },
    {
      promise: 'postgresql: The server serves again by itself',
      tried: `${absences} absences`,
      broken: stuck,
    },
  ];
}
