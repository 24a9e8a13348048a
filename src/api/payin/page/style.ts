import { createHash } from "node:crypto"
import { raw } from "./html"

/**
 * Light and dark from the same names. Contrasts are 4.5:1 or better; no field is under 16px, or
 * phones zoom.
 */
const STYLE = `
:root{color-scheme:light dark;
--bg:#f4f3ef;--surface:#fff;--sunken:#f8f7f3;--ink:#1c1b19;--muted:#625e56;--line:#e3e0d8;--edge:#8d887e;
--accent:#2f4fa8;--accent-strong:#223c86;--accent-soft:#e9eefb;--on-accent:#fff;
--good:#1c6b3c;--good-soft:#e2f3e8;--bad:#a9302a;--bad-soft:#fcebe9;--wait:#7a5200;--wait-soft:#fbf0d9;
--shadow:0 1px 2px rgba(30,26,16,.05),0 14px 36px -16px rgba(30,26,16,.16)}
@media (prefers-color-scheme:dark){:root{
--bg:#121317;--surface:#1b1d22;--sunken:#202329;--ink:#eceae5;--muted:#a9a69f;--line:#31343b;--edge:#737781;
--accent:#a3b9ff;--accent-strong:#c0cfff;--accent-soft:#262f4d;--on-accent:#0e1738;
--good:#86dca6;--good-soft:#163324;--bad:#ffa198;--bad-soft:#3d1d1a;--wait:#f2c66d;--wait-soft:#362a10;
--shadow:0 1px 2px rgba(0,0,0,.3),0 18px 40px -18px rgba(0,0,0,.7)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
h1,h2,h3,p,dl,dd,ul,fieldset{margin:0;padding:0;border:0;min-width:0}
h1,h2{font-size:1.375rem;line-height:1.25;font-weight:650;letter-spacing:-.012em;text-wrap:balance}
h3{font-size:1.0625rem;line-height:1.35;font-weight:650}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.icon{width:1.25em;height:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.nowrap{white-space:nowrap}
main{max-width:38rem;margin:0 auto;padding:1rem 1rem 2.5rem;display:grid;gap:1rem}
.store{display:flex;gap:.75rem;align-items:center;padding:.25rem .25rem 0;min-width:0}
.store b{font-weight:650;overflow-wrap:anywhere;line-height:1.3}.store span{color:var(--muted);font-size:.9375rem;display:block;line-height:1.35}
.letter{width:44px;height:44px;border-radius:13px;flex:none;display:grid;place-items:center;background:var(--accent);color:var(--on-accent);font-size:1.25rem;font-weight:680}
.card{background:var(--surface);border:1px solid var(--line);border-radius:18px;box-shadow:var(--shadow);padding:1.25rem;min-width:0}
.total{font-size:clamp(1.75rem,9vw,2.25rem);line-height:1.15;font-weight:690;letter-spacing:-.025em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.total span,.total small{font-size:.9375rem;font-weight:500;letter-spacing:0;color:var(--muted)}.total span{display:block;margin-bottom:.3rem;line-height:1.4}
.facts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:.85rem;padding-top:.85rem;border-top:1px solid var(--line);font-size:.9375rem}
.facts div{display:flex;gap:.45rem;min-width:0}.facts dt{color:var(--muted)}.facts dd{font-weight:560;overflow-wrap:anywhere}
form,.group{display:grid;gap:1.25rem;min-width:0}
form{gap:1.75rem}
.lead{display:grid;gap:.35rem}.lead p,.hint{color:var(--muted)}
.hint{font-size:.9rem;line-height:1.45}
.field{display:grid;gap:.4rem;min-width:0}
label,legend{font-weight:590;font-size:.9688rem;padding:0}
fieldset.field>legend{margin-bottom:.4rem}
input:not([type=radio]),select{font:inherit;width:100%;min-height:52px;padding:.65rem .9rem;border:1px solid var(--edge);border-radius:13px;background:var(--surface);color:var(--ink);appearance:none}
input[list]::-webkit-calendar-picker-indicator{opacity:.55}
input#bank{text-transform:uppercase}
#account_number,#legal_doc,#phone_number{font-variant-numeric:tabular-nums}
select{background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(135deg,var(--muted) 50%,transparent 50%);background-size:6px 6px;background-position:calc(100% - 21px) 23px,calc(100% - 15px) 23px;background-repeat:no-repeat;padding-right:2.6rem}
input:not([type=radio]):focus-visible,select:focus-visible{outline-offset:0;border-color:var(--accent)}
[aria-invalid=true]:not(fieldset),fieldset[aria-invalid=true] .choice{border-color:var(--bad)}
[aria-invalid=true]:not(fieldset){box-shadow:inset 0 0 0 1px var(--bad)}
.error{color:var(--bad);font-size:.9375rem;font-weight:560;display:flex;gap:.4rem;align-items:flex-start;line-height:1.4}.error .icon{margin-top:.05em}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-items:start}
.pair.phone{grid-template-columns:5.5rem minmax(0,1fr);gap:.75rem}
@media (min-width:540px){.pair:not(.phone){grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}}
.choices{display:grid;gap:.6rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,8.25rem),1fr))}.choices.many{grid-template-columns:minmax(0,1fr)}
@media (min-width:540px){.choices.many{grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}}
.choice{display:flex;gap:.65rem;align-items:center;min-height:52px;padding:.6rem .9rem;border:1px solid var(--edge);border-radius:13px;cursor:pointer;font-weight:500;background:var(--surface)}
.choice input{accent-color:var(--accent);width:1.2rem;height:1.2rem;margin:0;flex:none}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft);box-shadow:inset 0 0 0 1px var(--accent)}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}.choice :focus-visible{outline:0}
.choices.methods{grid-template-columns:minmax(0,1fr)}
.choice .icon{font-size:1.15rem;color:var(--muted)}.choice:has(:checked) .icon{color:var(--accent)}
.choice small{display:block;font-size:.875rem;font-weight:400;color:var(--muted)}
.choice:has(:disabled){cursor:not-allowed;background:var(--sunken);border-color:var(--line);color:var(--muted)}
@supports selector(:has(*)){form:not(:has([value=other]:checked)) .of-other,form:not(:has([value=PSE]:checked)) .of-pse{display:none}}
.go-on{display:grid;gap:.9rem}.go-on h2{font-size:1.125rem}.go-on p{color:var(--muted)}
.or::before{content:" / "}
@supports selector(:has(*)){.or::before{content:none}
form:has([data-way="0"]:checked) [data-for]:not([data-for="0"]),form:has([data-way="1"]:checked) [data-for]:not([data-for="1"]),form:has([data-way="2"]:checked) [data-for]:not([data-for="2"]),form:has([data-way="3"]:checked) [data-for]:not([data-for="3"]){display:none}}
button,.button{appearance:none;font:inherit;font-size:1.0625rem;font-weight:640;width:100%;min-height:56px;padding:.8rem 1.25rem;border:0;border-radius:14px;background:var(--accent);color:var(--on-accent);cursor:pointer;display:flex;align-items:center;justify-content:center;text-align:center;text-decoration:none}
button:hover,.button:hover{background:var(--accent-strong)}
.send{display:grid;gap:.9rem}
.safe{display:flex;gap:.6rem;color:var(--muted);font-size:.9rem;line-height:1.45}
.notice{border-radius:14px;padding:1rem 1.1rem;display:grid;gap:.4rem;background:var(--bad-soft);color:var(--bad)}
.notice.wait{background:var(--wait-soft);color:var(--wait)}
.notice:focus-visible{outline-color:currentColor}.notice h3{font-size:1rem}.notice ul{padding-left:1.2rem;display:grid;gap:.3rem}.notice a{color:inherit;font-weight:560}
.note{border-radius:13px;padding:.8rem .95rem;background:var(--sunken);border:1px solid var(--line);font-size:.9375rem;line-height:1.45}
.end{display:grid;gap:1.1rem;justify-items:center;text-align:center;padding:2rem 1.25rem}
.end p{color:var(--muted);max-width:30rem}.end .facts{margin:0;padding:1rem 1.5rem;border:1px solid var(--line);border-radius:13px;background:var(--sunken);max-width:100%}.end .facts div{flex-direction:column;gap:.1rem}.end .facts dd{font-variant-numeric:tabular-nums;font-size:1.0625rem}
.seal{width:68px;height:68px;border-radius:50%;display:grid;place-items:center;font-size:1.75rem;background:var(--good-soft);color:var(--good)}
.seal.wait{background:var(--wait-soft);color:var(--wait)}.seal.plain{background:var(--sunken);color:var(--muted)}
.end .button{max-width:20rem;margin-top:.25rem}
@media (min-width:640px){main{padding:2.5rem 1.5rem 4rem;gap:1.25rem}.card{padding:2rem}.summary{padding:1.5rem 2rem}.end{padding:3rem 2rem}button{justify-self:start;width:auto;min-width:16rem}}
@media print{body{background:#fff}.card{border:0;box-shadow:none}}
@media (forced-colors:active){.choice:has(:checked){outline:2px solid}}
`

/** The only style of the pages; its text is what the header below allows. */
export const STYLE_TAG = raw(`<style>${STYLE}</style>`)

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64")

/**
 * Headers of every answer that is a page. Nothing is loaded, run or framed, nothing is kept.
 *
 * @param formAction where the page's form may lead, redirects included, as CSP writes it
 */
export function pageHeaders(formAction: string) {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    Vary: "Accept-Language",
  } as const
}
