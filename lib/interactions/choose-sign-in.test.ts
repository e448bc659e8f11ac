import { describe, expect, it } from 'vitest';
import { chooseSignIn, providerOfName, type SignInSituation } from './choose-sign-in';

type Provider = SignInSituation['providers'][number];
const corp: Provider = { name: 'corp', domains: ['contoso.example'], button: 'show' };
const github: Provider = { name: 'github', domains: [], button: 'show' };
const partner: Provider = { name: 'partner', domains: ['partner.example'], button: 'domain' };
const secret: Provider = { name: 'secret', domains: ['secret.example'], button: 'hidden' };

const nothing: SignInSituation = {
  localLogin: true,
  providers: [],
  requested: null,
  loginHint: null,
  confirming: null,
  isChoosing: false,
  selectsAccount: false,
};
const to = (provider: string) => ({ go: 'provider', provider });
const login = { go: 'login' };
const realm = { go: 'realm' };

describe('chooseSignIn() (semantics §1.9, ux §1.3)', () => {
  it.each<[string, Partial<SignInSituation>, object]>([
    ['a password alone', {}, login],
    ['neither password nor provider', { localLogin: false }, { go: 'nowhere' }],
    ['password and providers', { providers: [corp, github] }, login],
    ['one provider and no password', { localLogin: false, providers: [github] }, to('github')],
    ['one hidden provider and no password', { localLogin: false, providers: [secret] }, to('secret')],
    ['two providers and no password', { localLogin: false, providers: [corp, github] }, realm],
    ['one provider, chosen before', { localLogin: false, providers: [github], isChoosing: true }, realm],
    ['idp: of a provider', { providers: [corp, github], requested: 'github' }, to('github')],
    ['idp: of a hidden provider', { providers: [corp, secret], requested: 'secret' }, to('secret')],
    ['idp: of the password', { providers: [corp], requested: 'local' }, login],
    ['idp: after the person came back', { providers: [corp], requested: 'corp', isChoosing: true }, login],
    [
      'idp: against login_hint',
      { providers: [corp, github], requested: 'github', loginHint: 'a@contoso.example' },
      to('github'),
    ],
    ['idp:local against login_hint', { providers: [corp], requested: 'local', loginHint: 'a@contoso.example' }, login],
    ['login_hint of a domain', { providers: [corp, github], loginHint: 'ada@CONTOSO.example' }, to('corp')],
    ['login_hint of an unlisted domain', { providers: [corp, partner], loginHint: 'x@partner.example' }, to('partner')],
    ['login_hint of a hidden provider', { providers: [secret], loginHint: 'x@secret.example' }, login],
    ['login_hint of no provider', { providers: [corp], loginHint: 'x@else.example' }, login],
    ['login_hint of a subdomain', { providers: [corp], loginHint: 'x@sub.contoso.example' }, login],
    ['login_hint without an @', { providers: [corp], loginHint: 'contoso.example' }, login],
    [
      'login_hint, but the person is to choose',
      { providers: [corp], loginHint: 'a@contoso.example', selectsAccount: true },
      login,
    ],
    ['confirming a session of a provider', { providers: [corp, github], confirming: 'github' }, to('github')],
    ['confirming a session of the password', { providers: [corp], confirming: 'local' }, login],
    ['confirming a session of a provider that is gone', { providers: [corp], confirming: 'gone' }, login],
  ])('%s', (_, given, expected) => expect(chooseSignIn({ ...nothing, ...given })).toEqual(expected));
});

it.each<[string, string | undefined]>([
  ['ada@contoso.example', 'corp'],
  ['ADA@Contoso.Example', 'corp'],
  ['ada@secret.example', undefined],
  ['ada', undefined],
  ['ada@', undefined],
  ['@contoso.example', undefined],
  ['a@b@contoso.example', undefined],
  ['ada@contoso.example.evil.example', undefined],
])('a typed name belongs to the provider of its domain: %s', (typed, expected) => {
  expect(providerOfName(typed, [corp, github, partner, secret])?.name).toBe(expected);
});
