import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ProblemModel } from '#lib/http/page-models';
import type { PageProblem, ProblemPage } from '#lib/login/problem-page';
import { plainFrame } from '#lib/theme/brand';
import { LoggedOutView } from './logged-out-view';
import { ProblemView } from './problem-view';

it('the page after a sign-out says that the person is signed out and links to the next page', () => {
  const body = renderToStaticMarkup(<LoggedOutView locale="en" />);
  expect(body).toContain('<main data-page="logged-out">');
  expect(body).toContain('href="/"');
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
    frame: plainFrame,
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
    // One click selects it, without a script.
    expect(body).toMatch(/<span class="select-all [^"]*">Reference ref-1<\/span>/);
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

  it('names the application, and offers to copy the reference with a script', () => {
    const body = renderToStaticMarkup(<ProblemView locale="en" model={{ ...model, app: 'Web <shop>' }} />);
    expect(body).toContain('App: Web &lt;shop&gt;');
    expect(body).toMatch(/<button type="button" hidden="" data-copy="ref-1" data-copied="Copied"/);
    expect(renderToStaticMarkup(<ProblemView locale="en" model={model} />)).not.toContain('App:');
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
