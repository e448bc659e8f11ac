import type { Context } from '#lib/context';
import { createMemory } from '#lib/crypto/memory';
import type { Step } from '#lib/db/step';
import { displayText } from '#lib/i18n/display-text';
import { type Caller, placeOfCaller } from '#lib/sessions/caller';
import { singleton } from '#lib/singleton';
import { hasBeenGranted, hasOfflineGrant } from '#lib/tokens/grant-store';
import { personNotice } from '#lib/users/notify-person';
import { minuteMs } from '#lib/vocabulary/time';
import { offlineAccess } from '../scope';
import type { AllowedRequest } from './draft-grant';
import { strangerName } from './redirect-host';
import type { TrustedRedirect } from './trusted-redirect';

/** An authorization that connects a client to an account. */
type Connection = Pick<AllowedRequest, 'allowed' | 'session'> & {
  readonly to: TrustedRedirect;
  readonly caller: Pick<Caller, 'clientAddress' | 'userAgent'>;
  /** What is written because the person was asked just now. */
  readonly alongside?: readonly Step<string>[];
};

/**
 * People are notified once of each client. This many pairs are held in memory with the end of their time, so that the
 * next sign-in can skip the check.
 */
const knownConnections = () => singleton('known-connections', () => createMemory<Date>(50_000));

/** In milliseconds. The person may remove the access at any time, in any process, and is then notified again. */
const knownMs = 5 * minuteMs;

/**
 * Notifies the person of a client that keeps access while they are away, and of any client that nobody vouches for. Only
 * the first grant of its kind causes a notice.
 */
export async function connectionNotice(
  { allowed, session, to, caller, alongside }: Connection,
  { db, settings, now }: Context,
): Promise<Step[]> {
  const { client, redirectUri } = to;
  const isOffline = allowed.scope.includes(offlineAccess);
  if (!isOffline && !client.selfRegistered) return [];
  // If consent was given earlier, the person already knows about the client.
  if (alongside === undefined && client.requireConsent) return [];
  const kind = isOffline ? 'app_connected' : 'agent_connected';
  const { clientId, clientName } = client;
  const key = `${kind} ${session.sub} ${clientId}`;
  const until = alongside === undefined ? knownConnections().recall(key) : undefined;
  if (until !== undefined && until > now) return [];
  const pair = { sub: session.sub, clientId };
  const isKnown = kind === 'app_connected' ? await hasOfflineGrant(db, pair, now) : await hasBeenGranted(db, pair, now);
  if (isKnown) {
    knownConnections().keep(key, new Date(now.getTime() + knownMs));
    return [];
  }
  const app = client.selfRegistered ? strangerName(client, redirectUri) : displayText(clientName ?? clientId);
  return personNotice(
    db,
    session.user,
    { kind, values: { app, ...placeOfCaller(caller) } },
    { secret: settings.secret, now },
  );
}
