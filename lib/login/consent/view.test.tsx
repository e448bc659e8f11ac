import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { wholeValues } from '#components/interaction/scope-list';
import { locales } from '#lib/i18n/locales';
import { type Brand, plainFrame } from '#lib/theme/brand';
import type { ConsentPage, ScopeView } from './read';
import { ConsentView } from './view';

const scope = (name: string, changes: Partial<ScopeView> = {}): ScopeView => ({
  name,
  displayName: null,
  description: null,
  texts: {},
  required: false,
  emphasize: false,
  type: 'identity',
  api: null,
  values: [],
  ...changes,
});

const page: ConsentPage = {
  page: 'consent',
  frame: plainFrame,
  form: { interaction: 'handle-1', csrf: 'csrf-1' },
  client: {
    name: 'Web shop',
    logo: null,
    clientUri: 'https://shop.example/',
    policyUri: 'javascript:alert(1)',
    tosUri: null,
    isVouched: true,
  },
  redirectHost: 'shop.example',
  stranger: null,
  user: { username: 'alice', name: 'Alice Smith' },
  scopes: [
    scope('openid', { required: true }),
    scope('email', { values: ['alice@example.com'] }),
    scope('orders', { type: 'resource', displayName: 'Orders', description: 'Read your orders', emphasize: true }),
    scope('raw.api', { type: 'resource' }),
    scope('offline_access', { type: 'offline' }),
  ],
  allowed: new Set(),
  claims: [],
  canRemember: true,
  rememberedSeconds: null,
  redirectUri: 'https://shop.example/callback',
  problem: null,
};

const render = (changes: Partial<ConsentPage> = {}) =>
  renderToStaticMarkup(<ConsentView locale="en" model={{ ...page, ...changes }} host="id.example" />);

describe('the consent page (design: stable surface)', () => {
  const body = render();

  it('is one form with a checkbox for each scope, all checked at first', () => {
    expect(body).toContain('<main data-page="consent">');
    expect(body.match(/<form/g)).toHaveLength(1);
    expect(body).toMatch(/<form [^>]*action="\/consent\/submit" method="post">/);
    expect(boxes(body)).toEqual([
      'scope=openid checked disabled',
      'scope=email checked',
      'scope=orders checked',
      'scope=raw.api checked',
      'scope=offline_access checked',
      'remember_consent=true checked',
    ]);
  });

  it('links to the page where access can be removed', () => {
    expect(body).toMatch(/<a [^>]*href="\/account\/apps"[^>]*target="_blank"/);
  });

  it('folds earlier permissions and still sends them (ux §1.4.7)', () => {
    const [news = '', folded = ''] = render({ allowed: new Set(['openid', 'orders']) }).split('<details');
    expect(boxes(news)).toEqual(['scope=email checked', 'scope=raw.api checked', 'scope=offline_access checked']);
    expect(folded).toContain('Already allowed');
    expect(boxes(folded)).toContain('scope=orders checked');
    expect(folded).toContain('<input type="hidden" name="scope" value="openid"/>');
    const refused = render({ allowed: new Set(['email']), problem: 'nothing_selected' });
    expect(refused).toContain('href="#scope-orders"');
  });

  it('sends a required scope with a hidden input, because a disabled box is not sent', () => {
    expect(body.match(/<input type="hidden" name="scope"[^>]*>/g)).toEqual([
      '<input type="hidden" name="scope" value="openid"/>',
    ]);
    expect(body).toContain('Required');
  });

  it('separates identity from resources and shows the values that will be shared', () => {
    const [identity = '', resources = ''] = body.split('What Web shop can do');
    expect(identity).toContain('Your information');
    expect(identity).toContain('alice@example.com');
    expect(resources).toContain('Orders');
    expect(resources).toContain('Read your orders');
    expect(resources).toContain('Use raw.api');
    expect(resources).toContain('Sensitive');
    expect(resources).toContain('Web shop keeps this access when you’re away, until you remove it.');
  });

  it('shows the three facts that no application can forge: account, redirect host, this host', () => {
    expect(body).toContain('<bdi>Alice Smith</bdi>');
    expect(body).toContain('shop.example</strong>');
    expect(body).toContain('You are on id.example');
  });

  it('calls a program on this computer that, and not by its port', () => {
    const local = { stranger: { host: '127.0.0.1:33418', name: 'Claude Code', isLocal: true } };
    const shown = render({ ...local, redirectHost: '127.0.0.1:33418' });
    const words = shown.replace(/<[^>]*>/g, ' ');
    expect(words).toContain('A program on this computer wants to access your account');
    expect(words).toContain('It calls itself “Claude Code”');
    expect(words).toContain('Your answer goes to this computer.');
    expect(words).toContain('A program on this computer won’t ask again');
    expect(words).not.toContain('33418');
    const signIn = render({ ...local, scopes: [scope('openid', { required: true })] });
    expect(signIn).toContain('>A program on this computer wants to sign you in<');
  });

  it('says so if an API does not describe a scope', () => {
    expect(body).toContain('raw.api doesn’t describe what this allows.');
  });

  it('fills the button that allows, keeps both in view, and focuses neither', () => {
    const buttons = Array.from(body.matchAll(/<button ([^>]*)>/g), ([, attributes = '']) => attributes);
    expect(buttons.map((attributes) => / value="(\w+)"/.exec(attributes)?.[1])).toEqual(['allow', 'deny']);
    expect(body).toMatch(/class="sticky bottom-0 [^"]*"><button/);
    expect(body).not.toMatch(/autofocus/i);
  });

  it('loads nothing from the application and links only to web addresses (security #126)', () => {
    expect(body).not.toContain('<img');
    expect(body).not.toContain('javascript:');
    expect(body).toContain('href="https://shop.example/" target="_blank" rel="noreferrer"');
  });
});

describe('claims requested by name (OpenID Connect Core §5.5)', () => {
  const claims = [
    { scope: scope('email'), claims: [{ claim: 'email', values: ['alice@example.com'] }] },
    {
      scope: scope('contact', { displayName: 'Contact' }),
      claims: [
        { claim: 'phone_number', values: [] },
        { claim: '"><svg/onload=1>', values: ['"><svg/onload=1>'] },
      ],
    },
  ];

  it('have a box each in the form, under the name of the scope that contains them', () => {
    const body = render({ scopes: [scope('openid', { required: true })], claims, canRemember: false });
    expect(boxes(body)).toEqual([
      'scope=openid checked disabled',
      'claim=email checked',
      'claim=phone_number checked',
      'claim=&quot;&gt;&lt;svg/onload=1&gt; checked',
    ]);
    const form = body.slice(body.indexOf('<form'), body.indexOf('</form>'));
    expect(text(form)).toMatch(/Also shared.*Email.*alice@example\.com.*Contact.*phone number/i);
    expect(body).not.toContain('<svg/');
    expect(body).toContain('</bdi> wants to access your account');
  });

  it('stay cleared after an answer with nothing selected', () => {
    expect(boxes(render({ claims, problem: 'nothing_selected' }))).toContain('claim=email');
  });
});

it('consent asks only to sign in if openid is the only scope', () => {
  const body = render({ scopes: [scope('openid', { required: true })] });
  expect(body).toContain('</bdi> wants to sign you in');
  expect(body).not.toContain('What Web shop can do');
});

it('consent omits "remember" if it is not allowed', () => {
  expect(render({ canRemember: false })).not.toContain('remember_consent');
});

it('consent describes a scope in the language of the page, or else with its default texts', () => {
  const texts = { de: { displayName: 'Bestellungen' }, 'pt-BR': { description: 'Ver pedidos' } };
  const scopes = [scope('orders', { type: 'resource', displayName: 'Orders', description: 'Read them', texts })];
  const shown = (locale: 'en' | 'de' | 'pt-BR') =>
    renderToStaticMarkup(<ConsentView locale={locale} model={{ ...page, scopes }} host="id.example" />);
  expect(shown('en')).toMatch(/Orders.*Read them/s);
  expect(shown('de')).toMatch(/Bestellungen.*Read them/s);
  expect(shown('pt-BR')).toMatch(/Orders.*Ver pedidos/s);
});

describe('scopes of APIs (decision 024)', () => {
  const scopes = [
    scope('openid', { required: true }),
    scope('orders.read', { type: 'resource', api: 'Orders <b>desk</b>' }),
    scope('plain', { type: 'resource' }),
    scope('bills.read', { type: 'resource', api: 'Billing' }),
    scope('orders.write', { type: 'resource', api: 'Orders <b>desk</b>' }),
    scope('offline_access', { type: 'offline' }),
  ];
  const groups = (html: string) =>
    html.split('<fieldset').map((part) => [/data-api="([^"]*)"/.exec(part)?.[1] ?? null, ...boxes(part)]);

  it.each(locales)('stand under the name of their API alone (%s)', (locale) => {
    const html = renderToStaticMarkup(<ConsentView locale={locale} model={{ ...page, scopes }} host="id.example" />);
    const form = html.slice(html.indexOf('<form'), html.indexOf('remember_consent'));
    expect(groups(form)).toEqual([
      [null],
      [null, 'scope=openid checked disabled'],
      [null, 'scope=plain checked', 'scope=offline_access checked'],
      ['Orders &lt;b&gt;desk&lt;/b&gt;', 'scope=orders.read checked', 'scope=orders.write checked'],
      ['Billing', 'scope=bills.read checked'],
    ]);
    expect(form).toContain('<bdi>Orders &lt;b&gt;desk&lt;/b&gt;</bdi></legend>');
  });
});

describe('an application that registered itself (security #5)', () => {
  const stranger = { host: 'app.example', name: 'Your bank', isLocal: false };

  it('is named by its host, with its own name in quotes', () => {
    const body = render({ stranger, client: { ...page.client, name: 'app.example' } });
    expect(body).toContain('<title>Allow app.example · Signet</title>');
    expect(body).toContain('It calls itself “Your bank”. It hasn’t been reviewed here.');
    expect(body).toMatch(/continue to .*>shop\.example</);
    expect(body).not.toContain('A program on this computer');
    expect(render()).not.toContain('hasn’t been reviewed here');
  });

  it('needs no name', () => {
    expect(render({ stranger: { ...stranger, name: null } })).toContain('This app hasn’t been reviewed here.');
  });

  it('shows a warning if it runs on the person’s computer', () => {
    expect(render({ stranger: { ...stranger, isLocal: true } })).toContain('Continue only if you started it yourself');
  });
});

it('consent keeps the boxes cleared after an answer with nothing selected, and links to the first', () => {
  const body = render({ problem: 'nothing_selected', scopes: page.scopes.slice(1) });
  expect(body).toContain('<title>Error: Allow Web shop · Signet</title>');
  expect(body).toContain('href="#scope-email"');
  expect(boxes(body)).toContain('scope=email');
  expect(boxes(body)).not.toContain('scope=email checked');
});

it('consent shows a hostile scope and name as text', () => {
  const evil = '"><svg/onload=1>';
  const body = render({
    client: { ...page.client, name: evil },
    user: { username: evil, name: evil },
    redirectHost: evil,
    scopes: [scope(evil, { displayName: evil, description: evil, values: [evil] })],
  });
  expect(body).not.toContain('<svg/');
});

const acme: Brand = {
  tenant: 'acme',
  name: 'Acme',
  style: null,
  mode: 'system',
  bars: { light: 'oklch(1 0 0)', dark: 'oklch(0 0 0)' },
  icon: null,
  texts: null,
  logo: null,
  links: { support: null, privacy: null, terms: null },
};

/** The text of a page without markup. */
function text(body: string): string {
  return body.replace(/<[^>]*>/g, '');
}

function boxes(body: string): string[] {
  return Array.from(body.matchAll(/<input[^>]*type="checkbox"[^>]*>/g), ([box]) => {
    const [name, value] = ['name', 'value'].map((key) => new RegExp(` ${key}="([^"]*)"`).exec(box)?.[1]);
    return [`${name}=${value}`, box.includes('checked=""') && 'checked', box.includes('disabled=""') && 'disabled']
      .filter(Boolean)
      .join(' ');
  });
}

describe('the facts on the consent page (ux §1.4)', () => {
  it('include the host and, folded, the whole address as text', () => {
    const body = render({ redirectHost: 'shop.example', redirectUri: 'https://shop.example/<cb>' });
    expect(body).toContain('<bdi><strong class="font-semibold text-foreground">shop.example</strong></bdi>');
    expect(body).toContain('https://shop.example/&lt;cb&gt;');
  });

  it('include a link to another account', () => {
    expect(render()).toMatch(/<a [^>]*href="\/login\?interaction=handle-1&amp;account=choose"/);
  });

  it.each([
    [null, 'won’t ask again for the same access.'],
    [7_776_000, 'won’t ask again for the same access for 90 days.'],
    [3600, 'for 1 hour.'],
    [90, 'for 90 seconds.'],
  ])('include how long the decision is remembered: %s seconds', (rememberedSeconds, expected) => {
    for (const offline of [[], [scope('offline_access', { type: 'offline' })]]) {
      const scopes = [scope('openid', { required: true }), scope('email'), ...offline];
      expect(render({ rememberedSeconds, scopes })).toContain(expected);
    }
  });

  it('include the tenant of the account', () => {
    const brand = { ...acme, name: 'Acme' };
    expect(text(render({ frame: { ...plainFrame, brand } }))).toContain('wants to access your Acme account');
  });

  it('leave out a value that is part of another', () => {
    expect(wholeValues(['Ana Ribeiro', 'Ana', 'Ribeiro', 'An', 'ana@example.com', 'Ana Ribeiro'])).toEqual([
      'Ana Ribeiro',
      'An',
      'ana@example.com',
    ]);
  });
});
