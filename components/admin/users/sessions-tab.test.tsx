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
  const body = renderToStaticMarkup(<SessionsTab user={user} sessions={sessions} total={1} />);
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
  const body = renderToStaticMarkup(<AppsTab user={user} apps={[app]} />);
  expect(body).toMatch(/<a href="\/admin\/clients\/shop"[^>]*><bdi>Lantern Books<\/bdi>/);
  expect(body).toContain('1,234');
});

it.each([
  ['does not show', 1234, true],
  ['shows', 1, false],
])('the sessions of a user say how many there are if the list %s them all', (_, total, isSaid) => {
  const body = renderToStaticMarkup(<SessionsTab user={user} sessions={[session]} total={total} />);
  expect(body.includes('Showing the latest 1 of 1,234 sessions')).toBe(isSaid);
  expect(body.includes('Showing the latest')).toBe(isSaid);
});
