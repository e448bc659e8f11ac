import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type OverviewMetric, type OverviewNumbers, overviewMetrics, windowsOf } from './numbers';
import type { Overview } from './read';
import { texts } from './texts';
import { listOf } from './tile-links';
import { OverviewView } from './view';

const now = new Date('2026-11-22T14:30:00Z');
const { columns } = windowsOf('7d', now, 'UTC');
const empty = columns.map(() => 0);

function numbersOf(signIns: readonly number[]): OverviewNumbers {
  const total = signIns.reduce((sum, count) => sum + count, 0);
  const series = { total: 0, previous: 0, columns: empty, before: empty };
  return {
    range: '7d',
    zone: 'UTC',
    from: columns[0]?.from ?? now,
    to: now,
    isCounting: false,
    columns: [...columns],
    metrics: {
      sign_ins: { total, previous: 2 * total, columns: [...signIns], before: columns.map(() => 90) },
      failed: series,
      tokens: series,
      refused: series,
      new_users: series,
      active_users: { ...series, previous: null },
    },
    tokens: { user: empty, client: empty },
    reasons: [{ name: 'invalid_credentials', count: 7 }],
    clients: [
      { name: 'shop', count: 1234 },
      { name: 'gone', count: 1 },
    ],
  };
}

const shown: Overview = {
  range: '7d',
  started: { steps: [{ step: 'client', href: '/admin/clients/new', done: true }], hasDemo: true },
  attention: { groups: [], counts: { error: 0, warning: 0, advice: 0 } },
  numbers: numbersOf([100, 120, 140, 160, 180, 4000, 31]),
  users: 2210,
  clientNames: new Map([['shop', 'Lantern Books']]),
  revisions: [],
};

function render(
  overview: Partial<Overview> = {},
  metric: OverviewMetric = 'sign_ins',
  startedActions: ReactNode = <b>Dismiss</b>,
): string {
  const view = { metric, isTableOpen: false, startedActions };
  return renderToStaticMarkup(<OverviewView overview={{ ...shown, ...overview }} {...view} />);
}

const address = (text: string) => text.replaceAll('&', '&amp;');

describe('the overview', () => {
  it.each(overviewMetrics)('has a tile for %s that selects the chart and links to the list', (metric) => {
    const page = render();
    const [tile] = page.split(`data-metric="${metric}"`)[1]?.split('</li>') ?? [];
    expect(tile).toContain(`href="/admin?range=7d&amp;metric=${metric}"`);
    const { from, to } = numbersOf([]);
    const list = metric === 'tokens' ? '/admin?range=7d&metric=tokens&table=1#table' : listOf(metric, { from, to });
    expect(tile).toContain(`href="${address(list)}"`);
  });

  it('groups the digits of its numbers and shows how they changed', () => {
    const page = render();
    expect(page).toContain('>4,731<');
    expect(page).toContain('>-50%<');
    expect(page).toContain('of 2,210 users');
    expect(render({ users: 1 })).toContain('of 1 user<');
    expect(page).toContain('>1,234<');
  });

  it('has a chart with three ticks, dates, the value of each column, and a hatched one for today', () => {
    const chart = render().split('data-chart="sign_ins"')[1] ?? '';
    expect(chart).toContain('<title>Nov 16: 100 (previous period: 90)</title>');
    expect(chart).toContain('<title>Nov 22, so far: 31 (previous period: 90)</title>');
    expect(chart.match(/fill="url\(#chart-so-far\)"[^>]*stroke/g)).toHaveLength(1);
    const page = render();
    for (const tick of ['4,000', '2,000', '0']) expect(page).toContain(`<span>${tick}</span>`);
    for (const { from } of columns) expect(page).toContain(`>Nov ${from.getUTCDate()}</span>`);
    expect(page).not.toContain('style=');
    // The value that is shown on hover and focus.
    expect(chart).toMatch(/group-focus-within:block group-hover:block[^>]*>Nov 16: 100 \(previous period: 90\)</);
  });

  it('draws the previous period as a dashed line, and repeats the chart in a sentence and a table', () => {
    const page = render();
    const [line] = /<polyline points="7.14,97.75 [^>]*stroke-dasharray="4 3"/.exec(page) ?? [];
    expect(line?.split(' ').filter((point) => point.includes('97.75'))).toHaveLength(7);
    expect(page).toContain('Sign-ins since Nov 16: 4,731. -50% compared with the previous period.');
    const [, ...rows] = page.split('<details id="table"')[1]?.split('</details>')[0]?.split('<tr') ?? [];
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(rows.at(-1)).toMatch(/Total.*4,731.*630/);
  });

  it.each(overviewMetrics)('says in the chart that there is no data for %s', (metric) => {
    expect(render({ numbers: numbersOf(empty) }, metric)).toContain(texts.chart.none[metric]);
  });

  it('shows an auditor how far the first steps are, without links to pages that refuse the role', () => {
    expect(render()).toContain('href="/admin/clients/new"');
    const page = render({}, 'sign_ins', null);
    expect(page).toContain('Create a client');
    expect(page).not.toContain('href="/admin/clients/new"');
  });

  it('names clients and reasons, and links to their sign-ins', () => {
    const page = render();
    expect(page).toContain('Lantern Books');
    expect(page).toContain('client=gone');
    expect(page).toContain('Wrong username or password');
    expect(page).toContain('reason=invalid_credentials');
  });

  it('says that past events are still being counted', () => {
    expect(render()).not.toContain('Counting past events');
    expect(render({ numbers: { ...numbersOf(empty), isCounting: true } })).toContain('Counting past events');
  });

  it('shows the first steps until they are dismissed', () => {
    expect(render()).toContain('1 of 1 done');
    expect(render()).toContain('<b>Dismiss</b>');
    const dismissed = render({ started: { steps: null, hasDemo: true } });
    expect(dismissed).not.toContain('Get started');
  });

  it.each(['attention', 'numbers', 'revisions'] as const)('shows the rest if %s cannot be read', (part) => {
    const page = render({ [part]: null });
    expect(page.split(texts.again)).toHaveLength(2);
    expect(page).toContain('Recent changes');
  });
});
