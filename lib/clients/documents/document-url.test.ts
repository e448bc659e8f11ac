import { describe, expect, it } from 'vitest';
import { documentUrlProblem, isDocumentUrl } from './document-url';

describe('the address of a client metadata document', () => {
  it.each([
    ['https with a path', 'https://app.example/agent.json'],
    ['a path of one character', 'https://app.example/a'],
    ['a port', 'https://app.example:8443/agent'],
    ['512 characters', `https://app.example/${'a'.repeat(492)}`],
    ['an international name in its ASCII form', 'https://xn--e1afmkfd.example/agent'],
  ])('may have %s', (_, url) => {
    expect(documentUrlProblem(url)).toBeNull();
    expect(isDocumentUrl(url)).toBe(true);
  });

  it.each([
    ['http', 'http://app.example/agent', 'document_url_scheme'],
    ['another scheme', 'ftp://app.example/agent', 'document_url_scheme'],
    ['an upper-case scheme', 'HTTPS://app.example/agent', 'document_url_scheme'],
    ['no path', 'https://app.example', 'document_url_path'],
    ['a path of only /', 'https://app.example/', 'document_url_path'],
    ['a dot segment', 'https://app.example/a/../b', 'uri_dot_segment'],
    ['a single dot', 'https://app.example/./b', 'uri_dot_segment'],
    ['a dot segment as %2e', 'https://app.example/a/%2e%2E/b', 'uri_dot_segment'],
    ['a fragment', 'https://app.example/agent#x', 'document_url_fragment'],
    ['an empty fragment', 'https://app.example/agent#', 'document_url_fragment'],
    ['user info', 'https://user@app.example/agent', 'uri_userinfo'],
    ['a backslash', 'https://app.example\\agent', 'uri_characters'],
    ['a control character', 'https://app.example/a\tb', 'uri_characters'],
    ['a space', 'https://app.example/a b', 'uri_characters'],
    ['letters beyond ASCII', 'https://аpp.example/agent', 'uri_characters'],
    ['a query', 'https://app.example/agent?x=1', 'document_url_query'],
    ['513 characters', `https://app.example/${'a'.repeat(493)}`, 'document_url_length'],
    ['the default port', 'https://app.example:443/agent', 'document_url_form'],
    ['an upper-case host', 'https://App.example/agent', 'uri_host'],
    ['a host that is an IP address in another notation', 'https://0x7f.1/agent', 'uri_host'],
  ])('is refused with %s', (_, url, code) => {
    expect(documentUrlProblem(url)).toMatchObject({ code });
    expect(isDocumentUrl(url)).toBe(false);
  });
});
