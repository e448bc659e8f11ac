import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ProblemModel } from '#lib/http/page-models';
import type { LogoutPage } from '#lib/login/logout/read';
import type { PageProblem, ProblemPage } from '#lib/login/problem-page';
import { plainFrame } from '#lib/theme/brand';
import { StartView } from '#views/account/start/view';
import { LogoutView } from '#views/login/logout/view';
import { LoggedOutView } from './logged-out-view';
import { ProblemView } from './problem-view';

describe('the start page', () => {
  it.each([null, { username: 'alice', name: null, picture: null }])('links to the account for %j', (person) => {
    const model = { page: 'start', person, isAdministrator: false, hasDemo: false, hasDemoDevice: false } as const;
    expect(renderToStaticMarkup(<StartView locale="en" model={model} />)).toMatch(/<a href="\/account"/);
  });
});

describe('the sign-out page (design: stable surface)', () => {
  const form = { interaction: null, csrf: 'csrf-1' };
  const account = (username: string, isTicked = true) => ({
    sid: `sid-${username}`,
    username,
    name: null,
    isTicked,
    apps: username === 'alice' ? ['Web shop', 'Mail'] : [],
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
    expect(body.replaceAll(/[\u2068\u2069]/g, '')).toContain('be signed out of Web shop and Mail');
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
    expect(body.replaceAll(/[\u2068\u2069]/g, '')).toContain('Web shop and Mail');
    expect(body).toMatch(/<button[^>]* value="sign_out_all" name="decision">Sign out of all accounts<\/button>/);
    expect(body).not.toContain('data-problem');
    const refused = renderToStaticMarkup(
      <LogoutView locale="en" model={{ ...model, accounts, problem: 'nothing_selected' }} />,
    );
    expect(refused).toMatch(/data-problem.*href="#account-sid-alice"/s);
  });

  it('says that the person is signed out and links to the next page', () => {
    const body = renderToStaticMarkup(<LoggedOutView locale="en" />);
    expect(body).toContain('<main data-page="logged-out">');
    expect(body).toContain('href="/"');
  });
});

const problems: readonly PageProblem[] = [
  'interaction_unknown',
  'interaction_expired',
  'interaction_expired_pushed',
  'interaction_other_browser',
  'interaction_finished',
  'forbidden_origin',
  'invalid_request',
  'invalid_client',
  'invalid_redirect_uri',
  'missing_redirect_uri',
  'no_way_to_sign_in',
  'too_many_requests',
  'too_many_sign_ins',
  'unavailable',
  'not_found',
  'server_error',
];

describe('the problem view', () => {
  const model: ProblemPage = {
    page: 'problem',
    status: 400,
    problem: 'invalid_request',
    reference: 'ref-1',
    continueTo: null,
    details: [{ label: 'state', value: '"><svg/onload=1>' }],
  };

  it.each(problems)('has a title, a text and the reference for %s', (problem) => {
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, problem }} />);
    expect(body).toContain('<main data-page="error">');
    expect(body).toMatch(/<h1[^>]*>[A-Z][^<]+<\/h1><p[^>]*>[A-Z][^<]+<\/p>/);
    expect(body).toContain('Reference ref-1');
    expect(body).not.toContain('<svg/');
  });

  it.each<[ProblemModel['problem'], string]>([
    ['agent_pending', 'agent-pending'],
    ['agent_limit', 'agent-limit'],
    ['document_failed', 'error'],
    ['document_invalid', 'error'],
    ['domain_denied', 'error'],
  ])('of %s is the page %s', (problem, page) => {
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, problem }} />);
    expect(body).toContain(`<main data-page="${page}">`);
  });

  it.each<[ProblemPage['problem'], string]>([
    ['interaction_expired', 'Problem signing in'],
    ['invalid_redirect_uri', 'Problem signing in'],
    ['missing_redirect_uri', 'Problem signing in'],
    ['not_found', 'Page not found'],
    ['forbidden_origin', 'This form wasn’t sent from our page'],
    ['unavailable', 'Service temporarily unavailable'],
    ['server_error', 'Something went wrong on our end'],
  ])('of %s has the document title “%s” (WCAG 2.4.2)', (problem, title) => {
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, problem }} />);
    expect(body).toContain(`<title>${title} · `);
  });

  it('has the model of the static pages', () => {
    const same: ProblemModel = model;
    expect(same.problem).toBe('invalid_request');
  });

  it('links to the application', () => {
    const continueTo = { app: 'Web shop', uri: 'https://shop.example/', host: 'shop.example', isVouched: true };
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, continueTo }} />);
    expect(body).toMatch(/<a [^>]*href="https:\/\/shop.example\/" rel="noreferrer">Return to Web shop<\/a>/);
  });

  it('names the host of an application that registered itself and says that it was not reviewed (security #5)', () => {
    const continueTo = { app: 'Your bank', uri: 'https://evil.example/', host: 'evil.example', isVouched: false };
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, continueTo }} />);
    expect(body).toContain('Your bank registered itself and hasn’t been reviewed.');
    expect(body).toMatch(/<a [^>]*href="https:\/\/evil.example\/" rel="noreferrer">Go to evil.example<\/a>/);
    expect(body).not.toContain('Return to Your bank');
  });
});
