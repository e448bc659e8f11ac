import { createHash } from 'node:crypto';
import { portalCss } from '#lib/theme/stylesheet';

/**
 * The style of the static pages: the tokens of every page and the measures of the components, written out because these
 * pages must stand when nothing else does.
 */
export const staticStyle = `${portalCss()}*,::before,::after{box-sizing:border-box;margin:0;padding:0}
html{background:var(--background);color:var(--foreground);font-family:var(--font-sans);line-height:1.5;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{isolation:isolate;display:flex;flex-direction:column;min-height:100dvh;padding:1.5rem 1.25rem 2rem;-webkit-font-smoothing:antialiased}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
ul{list-style:none}
.page{display:flex;flex:1;flex-direction:column;gap:1.75rem;width:100%}
.logo{display:flex;align-items:center;gap:.625rem;font-size:1.1875rem;font-weight:600;letter-spacing:-.021em}
.logo svg{width:2rem;height:2rem}
.logo ellipse{fill:var(--brand)}
.logo img{display:block;width:auto;height:var(--logo-height);max-width:14rem;object-fit:contain}
.logo picture{display:inline-block}
.logo .plate{padding:.25rem .5rem;border-radius:.375rem;background:var(--plate)}
.tile{display:inline-flex;align-items:center;justify-content:center;width:2rem;height:2rem;border-radius:min(var(--radius),.5rem);background:var(--primary);color:var(--primary-foreground);font-size:1rem}
.card{display:grid;gap:1.75rem}
.words{display:grid;gap:.625rem}
.ways{display:grid;gap:.75rem}
h1{font-size:1.625rem;line-height:1.25;font-weight:600;letter-spacing:-.021em;text-wrap:balance;overflow-wrap:anywhere}
[dir=rtl] h1,[dir=rtl] .logo{letter-spacing:normal}
[dir=rtl] .small code{font-family:inherit}
.words p,.small,.foot{color:var(--muted-foreground);text-wrap:pretty;overflow-wrap:anywhere}
.small,.foot{font-size:.875rem}
code,dd{font-family:var(--font-mono);font-size:.875rem;overflow-wrap:anywhere}
.button{position:relative;display:flex;align-items:center;justify-content:center;width:100%;min-height:3rem;padding:.625rem 1.25rem;border:1px solid var(--primary);border-radius:var(--radius);background:var(--primary);color:var(--primary-foreground);font:inherit;font-weight:600;line-height:1.375;text-align:center;text-decoration:none;cursor:pointer;touch-action:manipulation;-webkit-tap-highlight-color:transparent}
.button:hover,.button:active{border-color:var(--primary-hover);background:var(--primary-hover)}
.button:active{translate:0 1px}
.quiet{border-color:var(--input);background:var(--card);color:var(--foreground)}
.quiet:hover,.quiet:active{border-color:var(--foreground);background:var(--muted)}
details{border:1px solid var(--border);border-radius:min(var(--radius),1rem);font-size:.9375rem}
summary{min-height:2.75rem;padding:.625rem 1rem;border-radius:inherit;font-weight:600;cursor:pointer}
.small:empty{display:none}
summary{display:flex;align-items:center;gap:.5rem;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:.4375rem;height:.4375rem;margin-inline-end:.125rem;border:solid;border-width:1.5px 1.5px 0 0;rotate:45deg}
[dir=rtl] summary::before{rotate:-135deg}
details[open] summary::before,[dir=rtl] details[open] summary::before{rotate:135deg}
summary:hover{background:var(--muted)}
dl{display:grid;gap:.75rem;padding:.75rem 1rem;border-top:1px solid var(--border)}
dt{color:var(--muted-foreground);font-size:.875rem}
.apps{display:grid;gap:.5rem}
.apps ul{border:1px solid var(--border);border-radius:min(var(--radius),1rem)}
.apps li{display:grid;gap:.125rem;padding:.75rem 1rem;overflow-wrap:anywhere}
.apps li+li{border-top:1px solid var(--border)}
.apps bdi{font-weight:600}
.apps span{color:var(--muted-foreground);font-size:.875rem;line-height:1.5rem}
.foot{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1.25rem;margin-top:auto}
.foot ul{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.foot a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;text-underline-offset:3px}
.foot a:hover{color:var(--foreground)}
@media (width >= 40rem){
body{align-items:center;justify-content:center;padding:3.5rem 1.5rem}
.page{flex:none;max-width:28rem}
.logo{justify-content:center}
.card{padding:2.5rem;border:1px solid var(--border);border-radius:min(calc(var(--radius) * 1.8),1.75rem);background:var(--card);box-shadow:var(--shadow)}
.foot{margin-top:0;padding-inline:2.5rem}
}
@media (width >= 40rem) and (forced-colors: none){
body::before{content:"";position:fixed;z-index:-1;inset-inline-start:50%;inset-block-start:50%;inline-size:72rem;block-size:72rem;margin-inline-start:-36rem;margin-block-start:-36rem;background:var(--engraving);mask:url("/rosette.svg") center/contain no-repeat,radial-gradient(closest-side,currentcolor 45%,transparent 92%);mask-composite:intersect;pointer-events:none}
}
@media (prefers-reduced-motion: reduce){.button:active{translate:none}}
`;

/** The style's CSP source expression (CSP 3 §2.3.1). */
export const staticStyleSource = cspHash(staticStyle);

/** The CSP source expression that allows exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
