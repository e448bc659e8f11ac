import { expect, it } from 'vitest';
import { findNameProblem } from './find-name-problem';

const registered = {
  tlsClientAuthSubjectDn: 'CN=shop',
  tlsClientAuthSanDns: null,
  tlsClientAuthSanUri: null,
  tlsClientAuthSanIp: null,
  tlsClientAuthSanEmail: null,
};

it.each([
  ['nothing', Buffer.alloc(0)],
  ['bytes that are no certificate', Buffer.from('300030', 'hex')],
])('%s is no certificate with the name of a client (RFC 8705 §2.1)', (_, der) => {
  expect(findNameProblem(der, registered)).toEqual({ reason: 'the certificate cannot be read' });
});
