import { expect, it } from 'vitest';
import { type OAuthError, temporarilyUnavailable, tooManyRequests, unauthorizedClient } from '../oauth-error';
import { documentRefusal } from './document-refusal';

const clientId = 'https://app.example/agent.json';

it.each<[string, OAuthError, ReturnType<typeof documentRefusal>]>([
  ['a limit', tooManyRequests('documents_spent', 60), { status: 429, problem: 'agent_limit' }],
  ['no place', temporarilyUnavailable('registrations_full', 60), { status: 503, problem: 'unavailable' }],
  [
    'a client that has to be approved first',
    unauthorizedClient('approval_pending', { clientId, name: 'app.example' }),
    { status: 403, problem: 'agent_pending', host: 'app.example' },
  ],
  ['a denied domain', unauthorizedClient('domain_denied', { clientId }), { status: 403, problem: 'domain_denied' }],
  [
    'a document that cannot be fetched',
    unauthorizedClient('document_unreachable', { clientId, name: 'x', reason: 'x' }),
    { status: 400, problem: 'document_failed' },
  ],
  [
    'a document that is wrong',
    unauthorizedClient('document_unusable', { clientId, name: 'x', reason: 'x' }),
    { status: 400, problem: 'document_invalid' },
  ],
  [
    'the document of another client',
    unauthorizedClient('document_mismatch', { clientId, received: 'none' }),
    { status: 400, problem: 'document_invalid' },
  ],
])('people read about %s on its own page', (_, error, page) => {
  expect(documentRefusal(error)).toEqual(page);
});
