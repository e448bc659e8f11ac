import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { comeBack, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtures } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';

let upstream: ScriptedUpstream;
let provider: TestProvider;

beforeAll(async () => {
  upstream = await startScriptedUpstream(() => provider.context().now);
  const corp = { name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: upstream.issuer };
  const credentials = { client_id: 'signet', client_secret: 'upstream-secret-0123456789' };
  const configuration = { ...fixtures, identity_providers: [{ ...corp, ...credentials }] };
  provider = await createTestProvider(configuration, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
  followRealTime(provider);
});

afterAll(async () => {
  await provider.close();
  await upstream.close();
});

const eventsAbout = async (subject: string) => {
  const events = await listEvents(provider.context().db, {}, 200);
  return events.filter(({ details }) => JSON.parse(details).subject === subject);
};

let made = 0;
/** An unused subject. */
const fresh = (name: string) => `${name}-${++made}`;

describe('what a provider’s identity does to accounts is recorded (security #163)', () => {
  it('has the creation of an account, once, with its identity', async () => {
    const subject = fresh('made');
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    await comeBack(await openSignIn(provider), upstream);
    await comeBack(await openSignIn(provider), upstream);
    const events = await eventsAbout(subject);
    expect(events).toMatchObject([
      { type: 'user.created', outcome: 'success', actorKind: 'user', actorName: subject, targetName: subject },
    ]);
    expect(JSON.parse(events[0]?.details ?? '')).toEqual({ provider: 'corp', issuer: upstream.issuer, subject });
  });

  it('has the link of an identity after the account was proved, and notifies its person', async () => {
    const subject = fresh('linked');
    upstream.script = { claims: { sub: subject, preferred_username: 'x', email: 'alice@example.com' } };
    const notices = () => provider.context().db.accountNotice.count({ where: { kind: 'factor_added' } });
    const before = await notices();
    const person = await openSignIn(provider);
    await comeBack(person, upstream);
    await person.answer({ decision: 'sign_in', username: 'alice', password: 'wrong' });
    expect(await eventsAbout(subject)).toEqual([]);
    await takeMails(provider.context());
    await person.answer({ decision: 'sign_in', username: 'alice', password });
    expect(await eventsAbout(subject)).toMatchObject([
      { type: 'identity.linked', actorName: 'alice', targetKind: 'user', targetName: 'alice' },
    ]);
    const told = (await takeMails(provider.context())).filter(({ kind }) => kind === 'factor_added');
    expect(told).toMatchObject([{ to: 'alice@example.com', values: { factor: 'provider', name: 'Contoso' } }]);
    expect(await notices()).toBe(before + 1);
  });
});
