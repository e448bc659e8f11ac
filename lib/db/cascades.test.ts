import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Why one row has few of the rows that go with it. Everything else is removed in slices: see removal.ts. */
const bounded: Readonly<Record<string, string>> = {
  'ClientLogo of Client': 'one',
  'ClientUse of Client': 'one for each of its settings',
  'ClientSecret of Client': 'a setting',
  'ScopeSecret of Scope': 'a setting',
  'AgentRequest of Client': 'at most 100 people are kept',
  'Trace of Client': 'a few, which expire',
  'TraceStep of Trace': 'a trace keeps so many steps and counts the rest',
  'TraceMark of TraceStep': 'one for each code, token and handle of a request',
  'UserWord of User': 'the words of a name and an address, and the tenants',
  'Membership of User': 'at most 1,000',
  'UserIdentity of User': 'linked by hand',
  'UserPicture of User': 'one',
  'Passkey of User': 'added by hand',
  'Authenticator of User': 'one',
  'RecoveryCode of User': 'ten',
  'FactorFailure of User': 'one for each factor',
  'ActiveUser of User': 'one',
  'Assignment of User': 'at most 200',
  'AccessRequest of User': 'five that wait for each person, and decided ones, which are deleted after 90 days',
  'AgentRequest of User': 'one for each agent, of which there are at most 2,000',
  'KnownBrowser of User': 'one for each browser, which expires',
  'TrustedDevice of User': 'one for each browser, which expires',
  'AccountLink of User': 'mails to a person are limited',
  'PasswordLink of User': 'made by an administrator',
  'AccountNotice of User': 'one for each mail',
  'Session of Browser': 'one for each person at a browser',
  'SessionClient of Session': 'one for each client that was used',
  'UpstreamSession of Session': 'one',
  'AuthorizationRequest of Interaction': 'one',
  'EnteredCode of Interaction': 'one',
  'PortalSignIn of Interaction': 'one',
  'DocumentRequest of Interaction': 'one',
  'AuthorizationCode of Grant': 'one',
  'DeviceRequest of Grant': 'one',
  'ExplanationReference of Explanation': 'equal refusals of a minute',
  'ConfigurationChange of ConfigurationRevision': 'revisions are never deleted',
};

it('foreign keys cascade only where a row has few dependents', () => {
  const models = readFileSync('prisma/schema.prisma', 'utf8')
    .split(/^model /m)
    .slice(1);
  const found = models.flatMap((model) => {
    const [name = ''] = model.split(' ', 1);
    return [...model.matchAll(/^ +\w+ +(\w+)\?? +@relation\(.*onDelete: Cascade\)/gm)].map(
      ([, parent]) => `${name} of ${parent}`,
    );
  });
  expect(found.toSorted()).toEqual(Object.keys(bounded).toSorted());
});
