import { describe, expect, it } from 'vitest';
import { pictureType } from './picture-kind';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>';
const withImage = (scheme: string) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${scheme}AAAA"/></svg>`;

/** A comment of three characters whose UTF-16 bytes are ` <svg `. A reader of bytes would mistake it for an SVG. */
const hidden = `<!--${Buffer.from(' <svg ').toString('utf16le')}--><!DOCTYPE svg [<!ENTITY x "y">]>${svg}`;

describe('a drawing is accepted (security #126)', () => {
  it.each([
    ['plain', svg],
    ['after white space', `\n\t${svg}`],
    ['with a byte order mark', `\ufeff${svg}`],
    ['declared', `<?xml version="1.0"?>${svg}`],
    ['declared as UTF-8', `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${svg}`],
    ['declared with spaces', `<?xml version = '1.0' encoding = 'utf-8' ?>${svg}`],
  ])('%s', (_, text) => {
    expect(pictureType(Buffer.from(text))).toBe('image/svg+xml');
  });
});

describe('a drawing that another reader could interpret differently is refused (security #126)', () => {
  it.each([
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg}`],
    ['another encoding after a space', `<?xml version="1.0" encoding = "UTF-7"?>${svg}`],
    ['another encoding in single quotes', `<?xml version='1.0' encoding='utf-16'?>${svg}`],
    ['an unfinished declaration', `<?xml version="1.0" ${svg}`],
    ['a declaration that is not at the start', `\n<?xml version="1.0" encoding="UTF-7"?>${svg}`],
    ['a control character', svg.replace('M0', 'M\u00010')],
    ['an embedded picture', withImage('data:image/png;base64,')],
    ['an embedded picture with a character by number', withImage('&#100;ata:')],
    ['an embedded picture with a character by a number with zeros', withImage('&#x00000064;ata:')],
    ['an embedded picture with a character by a decimal number with zeros', withImage('&#0000000100;ata:')],
    ['an embedded picture after white space', withImage('da&#10;ta:')],
  ])('with %s', (_, text) => {
    expect(pictureType(Buffer.from(text))).toBeNull();
  });

  it('in UTF-16, which hides a document type in its bytes', () => {
    const bytes = Buffer.from(hidden, 'utf16le');
    expect(bytes.includes('<svg ')).toBe(true);
    expect(pictureType(bytes)).toBeNull();
  });
});
