import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { plainFrame } from '#lib/theme/brand';
import type { RealmPage } from './read';
import { ProviderGroups } from './view';

it('an unknown search term is shown without characters that reorder the text', () => {
  const model: RealmPage = {
    page: 'realm',
    frame: plainFrame,
    form: { interaction: 'handle', csrf: 'csrf' },
    client: null,
    own: [],
    providers: [],
    search: 'uni\u2069\u202eversity',
    asksDomain: false,
    username: '',
    localLogin: true,
    problem: null,
    canCancel: true,
    cancelReturns: true,
  };
  const body = renderToStaticMarkup(<ProviderGroups locale="en" model={model} />);
  const [nothing = ''] = /<p>.*?<\/p>/.exec(body) ?? [];
  expect(nothing).toContain('uni  versity');
  expect(nothing).not.toContain('\u202e');
});
