import { createHash } from 'node:crypto';

/**
 * The style of the static pages: the tokens and measures of app/globals.css, written out because these pages must
 * stand when nothing else does. `html-style.test.ts` holds the tokens to those of the stylesheet.
 */
export const staticStyle = `:root{
color-scheme:light dark;
--background:oklch(0.974 0.004 85);
--foreground:oklch(0.225 0.012 70);
--card:oklch(1 0 0);
--primary:oklch(0.255 0.014 70);
--primary-hover:oklch(0.345 0.016 70);
--primary-foreground:oklch(0.985 0.003 85);
--muted:oklch(0.962 0.005 85);
--muted-foreground:oklch(0.475 0.013 75);
--border:oklch(0.905 0.006 85);
--ring:oklch(0.58 0.115 70);
--brand:oklch(0.6 0.105 75);
--engraving:oklch(0.6 0.05 75 / 0.2);
--shadow:0 1px 2px oklch(0.3 0.02 70 / 0.05), 0 12px 40px -12px oklch(0.3 0.02 70 / 0.12);
}
@media (prefers-color-scheme: dark){:root{
--background:oklch(0.168 0.005 70);
--foreground:oklch(0.945 0.006 85);
--card:oklch(0.212 0.006 70);
--primary:oklch(0.935 0.008 85);
--primary-hover:oklch(0.995 0.003 85);
--primary-foreground:oklch(0.205 0.01 70);
--muted:oklch(0.256 0.007 70);
--muted-foreground:oklch(0.735 0.011 80);
--border:oklch(0.315 0.008 72);
--ring:oklch(0.79 0.115 80);
--brand:oklch(0.79 0.105 80);
--engraving:oklch(0.79 0.06 80 / 0.1);
--shadow:0 1px 2px oklch(0 0 0 / 0.3), 0 16px 48px -12px oklch(0 0 0 / 0.5);
}}
*,::before,::after{box-sizing:border-box;margin:0;padding:0}
html{background:var(--background);color:var(--foreground);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{isolation:isolate;display:flex;flex-direction:column;min-height:100dvh;padding:1.75rem 1.25rem;font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,"Noto Sans Arabic","Noto Sans Hebrew","PingFang SC","Hiragino Sans","Noto Sans CJK SC","Noto Sans CJK JP","Microsoft YaHei","Yu Gothic UI","Malgun Gothic",sans-serif;-webkit-font-smoothing:antialiased}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.page{display:grid;gap:1.75rem;width:100%}
.logo{display:flex;align-items:center;gap:.625rem;font-size:1.1875rem;font-weight:600;letter-spacing:-.021em}
.logo svg{width:2rem;height:2rem}
.logo ellipse{fill:var(--brand)}
.card{display:grid;gap:1.75rem}
.words{display:grid;gap:.625rem}
h1{font-size:1.625rem;line-height:1.25;font-weight:600;letter-spacing:-.021em;text-wrap:balance;overflow-wrap:anywhere}
[dir=rtl] h1,[dir=rtl] .logo{letter-spacing:normal}
.words p,.small{color:var(--muted-foreground);text-wrap:pretty;overflow-wrap:anywhere}
.small{font-size:.875rem}
code,dd{font-family:ui-monospace,SFMono-Regular,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875rem;overflow-wrap:anywhere}
.button{position:relative;display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;padding:.625rem 1.25rem;border:1px solid var(--primary);border-radius:10px;background:var(--primary);color:var(--primary-foreground);font:inherit;font-weight:500;line-height:1.375;text-align:center;text-decoration:none;cursor:pointer;touch-action:manipulation}
.button:hover{border-color:var(--primary-hover);background:var(--primary-hover)}
details{border:1px solid var(--border);border-radius:10px;font-size:.9375rem}
summary{min-height:2.75rem;padding:.625rem 1rem;border-radius:10px;font-weight:500;cursor:pointer}
dl{display:grid;gap:.75rem;padding:.75rem 1rem;border-top:1px solid var(--border)}
dt{color:var(--muted-foreground);font-size:.875rem}
@media (width >= 40rem){
body{align-items:center;justify-content:center;padding:3.5rem 1.5rem}
.page{max-width:27.5rem}
.logo{justify-content:center}
.card{padding:2.5rem;border:1px solid var(--border);border-radius:18px;background:var(--card);box-shadow:var(--shadow)}
}
@media (width >= 40rem) and (forced-colors: none){
body::before{content:"";position:fixed;z-index:-1;inset-inline-start:50%;inset-block-start:50%;inline-size:90rem;block-size:90rem;margin-inline-start:-45rem;margin-block-start:-45rem;background:var(--engraving);mask:url("/rosette.svg") center/contain no-repeat;pointer-events:none}
}
`;

/** The style's CSP source expression (CSP 3 §2.3.1). */
export const staticStyleSource = cspHash(staticStyle);

/** The CSP source expression that allows exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
