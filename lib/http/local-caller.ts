import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '#lib/settings/issuer';
import { isTrustedPeer, parseHop, type TrustedProxies } from './client-address';

/** What a proxy adds in its own way. Only X-Forwarded-For says for whom, and only that of a trusted proxy is believed. */
const signsOfProxy = ['forwarded', 'x-real-ip', 'via'] as const;

/**
 * Whether a request comes from this machine and was addressed to it: the connection and every hop that a trusted proxy
 * reports are loopback, and the host is a name of this machine. A proxy on this machine also connects from loopback, and
 * the name of another site may lead here (DNS rebinding), so neither fact is enough.
 */
export function isLocalCaller({ socket, headers }: Caller, proxies: TrustedProxies): boolean {
  if (!isLoopback(socket.remoteAddress) || !isLocalName(headers.host)) return false;
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor === undefined) return !signsOfProxy.some((name) => name in headers);
  return isTrustedPeer(socket.remoteAddress, proxies) && [forwardedFor].flat().join(',').split(',').every(isLoopback);
}

type Caller = { readonly socket: { readonly remoteAddress?: string | undefined } } & Pick<IncomingMessage, 'headers'>;

function isLoopback(text: string | undefined): boolean {
  return parseHop(text ?? '')?.range() === 'loopback';
}

function isLocalName(host: string | undefined): boolean {
  const address = `http://${host}`;
  return host !== undefined && URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}
