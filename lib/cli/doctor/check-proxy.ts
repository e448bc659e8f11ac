import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { AuditEvent } from '#lib/audit/event';
import { firstEventId } from '#lib/audit/event-id';
import { listEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { dayMs } from '#lib/vocabulary/time';
import { type Finding, healthy, wrong } from './finding';

const subject = 'addresses';

/** The maximum number of sign-ins of the last day that are read. */
const maximumSignIns = 1000;

/** Fewer sign-ins or people may really come from one place. */
const enough = { signIns: 20, people: 5 };

/** A few people may bypass the proxy, such as an administrator on the machine itself. */
const share = 0.9;

/**
 * Checks whether nearly all people seem to come from one address. It is then a proxy that SIGNET_TRUSTED_PROXIES does
 * not list, or that sends no X-Forwarded-For, and the limits of an address count everybody together. A private address
 * is almost certainly a proxy. A public one may be an office.
 */
export async function checkProxy(db: Database, now: Date): Promise<Finding> {
  const from = firstEventId(new Date(now.getTime() - dayMs));
  const events = await listEvents(db, { types: ['sign_in.succeeded'], outcome: 'success', from }, maximumSignIns);
  const signIns = events.filter(isInBrowser);
  if (signIns.length < enough.signIns)
    return healthy(subject, 'too few sign-ins in the last 24 hours to detect a proxy');
  const [address, common] = mostCommon(signIns);
  const isSpread = common.length < share * signIns.length;
  const people = new Set((isSpread ? signIns : common).map(({ targetId }) => targetId)).size;
  if (people < enough.people) {
    const known = `${signIns.length} sign-ins in the last 24 hours by ${people === 1 ? '1 user' : `${people} users`}`;
    return healthy(subject, `${known}, too few to detect a proxy`);
  }
  if (isSpread) return healthy(subject, 'users come from different addresses');
  const message = `${common.length} of the last ${signIns.length} sign-ins, by ${people} users, came from ${address}`;
  const advice =
    `Add ${address} to SIGNET_TRUSTED_PROXIES. If it is already there, make the proxy send X-Forwarded-For. ` +
    'Until then, every limit counts all users as one.';
  if (isPrivate(address)) return wrong(subject, message, advice);
  return { ...healthy(subject, message), advice: `If this is your proxy: ${advice}` };
}

const details = z.object({ known_browser: z.boolean().optional() });

/** A password grant has the address of the client. */
function isInBrowser(event: AuditEvent): boolean {
  return event.address !== null && storedJsonOr(details, event.details, {}).known_browser !== undefined;
}

function mostCommon(signIns: readonly AuditEvent[]): [address: string, signIns: readonly AuditEvent[]] {
  const byAddress = new Map<string, AuditEvent[]>();
  for (const signIn of signIns) {
    const address = signIn.address ?? '';
    const others = byAddress.get(address);
    if (others === undefined) byAddress.set(address, [signIn]);
    else others.push(signIn);
  }
  return [...byAddress].reduce((most, one) => (one[1].length > most[1].length ? one : most));
}

const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
]);

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range());
}
