import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { plainFrame } from '#lib/theme/brand';
import type { LogoutPage } from './read';
import { LogoutView } from './view';

describe('the sign-out page (design: stable surface)', () => {
  const form = { interaction: null, csrf: 'csrf-1' };
  const account = (username: string, isTicked = true) => ({
    sid: `sid-${username}`,
    username,
    name: null,
    isTicked,
    apps: username === 'alice' ? ['Web shop', 'Mail'] : [],
    silent: username === 'alice' ? ['Old app'] : [],
  });
  const model: LogoutPage = {
    page: 'logout',
    frame: plainFrame,
    form,
    request: null,
    accounts: [account('alice')],
    problem: null,
  };

  it('asks first and signs out only by POST', () => {
    const body = renderToStaticMarkup(<LogoutView locale="en" model={model} />);
    expect(body).toContain('<main data-page="logout">');
    expect(body).toMatch(/<form [^>]*action="\/logout\/submit" method="post">/);
    expect(body).toMatch(/<button[^>]* value="sign_out" name="decision">Sign out<\/button>/);
    expect(body).toMatch(/<a [^>]*href="\/">Stay signed in<\/a>/);
    expect(body).not.toContain('name="interaction"');
    expect(body).not.toContain('name="request"');
    expect(body).toContain('alice');
    expect(body.replaceAll(/[\u2068\u2069]/g, '')).toContain(
      'be signed out of Web shop and Mail. You may stay signed in to Old app. Close it too.',
    );
    const accounts = [{ ...account('alice'), silent: ['Old app', 'Older app'] }];
    const several = renderToStaticMarkup(<LogoutView locale="en" model={{ ...model, accounts }} />);
    expect(several).toContain('Close them too.');
    expect(body).not.toContain('type="checkbox"');
  });

  it('sends the request of the client back', () => {
    const body = renderToStaticMarkup(<LogoutView locale="en" model={{ ...model, request: 'v1.sealed' }} />);
    expect(body).toContain('<input type="hidden" name="request" value="v1.sealed"/>');
  });

  it('has a box for each of several accounts, with the current one checked (ux §1.7)', () => {
    const accounts = [account('alice'), account('bob', false)];
    const body = renderToStaticMarkup(<LogoutView locale="en" model={{ ...model, accounts }} />);
    const boxes = [...body.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => box);
    expect(boxes.map((box) => [/value="([^"]*)"/.exec(box)?.[1], box.includes('checked=""')])).toEqual([
      ['sid-alice', true],
      ['sid-bob', false],
    ]);
    expect(body.replaceAll(/[\u2068\u2069]/g, '')).toMatch(
      /alice.*be signed out of Web shop and Mail\. You may stay signed in to Old app\..*bob/s,
    );
    expect(body).toMatch(/<button[^>]* value="sign_out_all" name="decision">Sign out of all accounts<\/button>/);
    expect(body).not.toContain('data-problem');
    const refused = renderToStaticMarkup(
      <LogoutView locale="en" model={{ ...model, accounts, problem: 'nothing_selected' }} />,
    );
    expect(refused).toMatch(/data-problem.*href="#account-sid-alice"/s);
  });
});
