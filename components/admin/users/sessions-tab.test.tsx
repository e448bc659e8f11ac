import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { UserSession } from '#lib/admin/users/read-user';
import { AppsTab } from './apps-tab';
import { SessionsTab } from './sessions-tab';
import { ann, at } from './user-facts.fixture';

const user = ann;
const session: UserSession = {
  sid: 's1',
  authTime: at,
  lastSeenAt: at,
  endsAt: at,
  idp: 'local',
  remember: false,
  browser: null,
  address: null,
  clients: [],
};

it('the sessions of a user lead to the clients that they were used at', () => {
  const sessions = [{ ...session, clients: [{ clientId: 'shop', name: 'Lantern Books' }] }];
  const body = renderToStaticMarkup(<SessionsTab user={user} sessions={only(sessions)} />);
  expect(body).toMatch(/<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/);
});

it('the apps of a user lead to their clients', () => {
  const app = {
    clientId: 'shop',
    name: 'Lantern Books',
    scope: ['openid'],
    since: at,
    grants: 1234,
    remembered: false,
  };
  const body = renderToStaticMarkup(<AppsTab user={user} apps={only([app])} />);
  expect(body).toMatch(/<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/);
  expect(body).toContain('1,234');
});

it('the lists of a user have pages, with links to those beside', () => {
  const sessions = { rows: [session], page: 2, hasNext: true };
  const body = renderToStaticMarkup(<SessionsTab user={user} sessions={sessions} />);
  const path = `/admin/users/${user.sub}/sessions`;
  expect([...body.matchAll(/<a [^>]*href="([^"]*sessions[^"]*)"/g)].map(([, href]) => href)).toEqual([
    path,
    `${path}?page=3`,
  ]);
});

function only<Row>(rows: readonly Row[]) {
  return { rows, page: 1, hasNext: false };
}
