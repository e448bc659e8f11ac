import type { CSSProperties, ReactNode } from 'react';
import { directionOf } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { MailPage, MailStyle } from '#lib/mail/mail-page';
import { measures } from '#lib/theme/tokens';

type MailDocumentProps = { readonly page: MailPage; readonly mailStyle: MailStyle };

/**
 * The HTML of a mail. Mail programs support tables and inline styles but no style sheets. So it does not use the
 * components of the pages, only the same order, colors and sizes. It loads nothing.
 */
export function MailDocument({ page, mailStyle }: MailDocumentProps) {
  const { locale, title } = page;
  const { colors } = mailStyle;
  const direction = directionOf(locale);
  const text: CSSProperties = { color: colors.foreground, fontFamily: fonts, fontSize: 16, lineHeight: '24px' };
  return (
    <html lang={locale} dir={direction}>
      {/* biome-ignore lint/style/noHeadElement: not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: colors.background }}>
        <Box style={{ width: '100%', backgroundColor: colors.background }} cell={{ padding: '24px 16px' }} centered>
          <Box style={{ width: '100%', maxWidth: 480, textAlign: direction === 'rtl' ? 'right' : 'left' }} cell={text}>
            <Sender mailStyle={mailStyle} />
            <Box style={card(mailStyle)} cell={{ padding: 32, ...text }}>
              <Content page={page} mailStyle={mailStyle} />
            </Box>
            <p style={{ ...small(mailStyle), margin: '16px 0 0', overflowWrap: 'anywhere' }}>{page.foot}</p>
          </Box>
        </Box>
      </body>
    </html>
  );
}

const fonts = measures['font-sans'].replaceAll('"', "'");

type BoxProps = {
  readonly style: CSSProperties;
  readonly cell: CSSProperties;
  readonly centered?: boolean;
  readonly children: ReactNode;
};

/** A table with one cell. No other box has a width and a padding that every mail program respects. */
function Box({ style, cell, centered = false, children }: BoxProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'separate', ...style }}>
      <tbody>
        <tr>
          <td align={centered ? 'center' : undefined} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Sender({ mailStyle: { sender, logo, colors } }: Pick<MailDocumentProps, 'mailStyle'>) {
  const style: CSSProperties = { margin: '0 0 16px', fontSize: 20, fontWeight: 600, color: colors.foreground };
  return (
    <p style={style}>
      {logo === null ? (
        sender
      ) : (
        // biome-ignore lint/performance/noImgElement: a picture in the mail itself
        <img src={`cid:${logo}`} alt={sender} height={36} style={{ height: 36, maxWidth: '100%', border: 0 }} />
      )}
    </p>
  );
}

function Content({ page, mailStyle }: MailDocumentProps) {
  const { locale, title, text, code, facts, action, notes } = page;
  return (
    <>
      <h1 style={{ margin: '0 0 12px', fontSize: 22, lineHeight: '28px', fontWeight: 600 }}>{title}</h1>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{text}</p>
      {code !== null && <Code code={code} mailStyle={mailStyle} />}
      {facts.length > 0 && <Facts facts={facts} mailStyle={mailStyle} />}
      {action !== null && <Action {...action} hint={translate(locale, 'mail.link_hint')} mailStyle={mailStyle} />}
      {notes.map((note) => (
        <p key={note} style={{ ...small(mailStyle), margin: '16px 0 0', overflowWrap: 'anywhere' }}>
          {note}
        </p>
      ))}
    </>
  );
}

function Code({ code, mailStyle: { colors } }: { readonly code: string } & Pick<MailDocumentProps, 'mailStyle'>) {
  const style: CSSProperties = {
    margin: '20px 0 0',
    padding: 16,
    borderRadius: 10,
    backgroundColor: colors.muted,
    fontFamily: measures['font-mono'].replaceAll('"', "'"),
    fontSize: 30,
    lineHeight: '36px',
    fontWeight: 600,
    letterSpacing: 4,
    textAlign: 'center',
  };
  return (
    <p dir="ltr" style={style}>
      {code}
    </p>
  );
}

function Facts({ facts, mailStyle }: Pick<MailPage, 'facts'> & Pick<MailDocumentProps, 'mailStyle'>) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '16px 0 0' }}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <td style={{ ...small(mailStyle), padding: '4px 0', verticalAlign: 'top', whiteSpace: 'nowrap' }}>
              {label}
            </td>
            <td style={{ fontSize: 14, lineHeight: '20px', padding: '4px 12px', overflowWrap: 'anywhere' }}>
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ActionProps = NonNullable<MailPage['action']> & { readonly hint: string } & Pick<MailDocumentProps, 'mailStyle'>;

/** The button, and the address as text for programs that show no button. */
function Action({ label, href, hint, mailStyle }: ActionProps) {
  const { colors } = mailStyle;
  const button: CSSProperties = {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: 10,
    backgroundColor: colors.primary,
    border: `1px solid ${colors.primaryBorder}`,
    color: colors.primaryForeground,
    fontWeight: 600,
    textDecoration: 'none',
  };
  return (
    <>
      <p style={{ margin: '24px 0 0' }}>
        <a href={href} style={button}>
          {label}
        </a>
      </p>
      <p style={{ ...small(mailStyle), margin: '16px 0 0' }}>
        {hint}
        <br />
        <a href={href} dir="ltr" style={{ color: colors.link, overflowWrap: 'anywhere' }}>
          {href}
        </a>
      </p>
    </>
  );
}

function card({ colors }: MailStyle): CSSProperties {
  const edge = `1px solid ${colors.border}`;
  return { width: '100%', backgroundColor: colors.card, border: edge, borderRadius: 14 };
}

function small({ colors }: MailStyle): CSSProperties {
  return { fontSize: 14, lineHeight: '20px', color: colors.mutedForeground };
}
