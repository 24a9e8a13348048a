import { raw } from "./html"

/** One sheet for all pages; light and dark from the same names. Contrasts are 4.5:1 or better. */
export const STYLE = raw(`
:root{color-scheme:light dark;
--bg:#f3f5f2;--surface:#fff;--sunken:#f6f8f5;--ink:#15211e;--muted:#566560;--line:#dfe5e0;--line-strong:#8b9993;
--accent:#0c6b58;--accent-strong:#07503f;--accent-soft:#e3f1ec;--on-accent:#fff;
--good:#17693a;--good-soft:#e2f3e7;--bad:#a6322a;--bad-soft:#fbe9e7;--wait:#7a5200;--wait-soft:#fbf0d9;
--test:#5a3f9e;--test-soft:#f0ecfb;--test-line:#c9bdec;
--shadow:0 1px 2px rgba(16,32,28,.05),0 12px 32px -12px rgba(16,32,28,.14);--radius:16px}
@media (prefers-color-scheme:dark){:root{
--bg:#0d1312;--surface:#151d1b;--sunken:#1a2422;--ink:#e9f0ed;--muted:#9db0a9;--line:#28342f;--line-strong:#60736c;
--accent:#63d3b5;--accent-strong:#86e3ca;--accent-soft:#17332c;--on-accent:#06231b;
--good:#7fdba0;--good-soft:#153322;--bad:#ff9d92;--bad-soft:#3a1b18;--wait:#f2c66d;--wait-soft:#362a10;
--test:#c0aef7;--test-soft:#221c36;--test-line:#463a70;
--shadow:0 1px 2px rgba(0,0,0,.3),0 16px 40px -16px rgba(0,0,0,.6)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;min-height:100vh;display:flex;flex-direction:column}
h1,h2,h3,p,ol,ul,dl,dd,fieldset{margin:0;padding:0;border:0}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;text-wrap:balance}
h2{font-size:1.05rem;line-height:1.35;font-weight:620}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.icon{width:1.25em;height:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.mark{width:32px;height:32px;flex:none}.mark rect{fill:var(--accent)}.mark path{fill:none;stroke:var(--on-accent);stroke-width:2.400;stroke-linecap:round}
.muted{color:var(--muted)}.small{font-size:.875rem}.num{font-variant-numeric:tabular-nums}.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.92em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.stack{display:grid;gap:1rem;min-width:0}.stack-wide{display:grid;gap:1.5rem;min-width:0}.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.skip{position:absolute;left:-999px;top:0;background:var(--surface);padding:.75rem 1rem;z-index:2}.skip:focus{left:.5rem;top:.5rem}
.notice{background:var(--test-soft);color:var(--test);border-bottom:1px solid var(--test-line);font-size:.875rem}
.notice>div{max-width:1040px;margin:auto;padding:.5rem 1.25rem;display:flex;gap:.6rem;align-items:center}
.notice strong{font-weight:650}
.top{max-width:1040px;width:100%;margin:0 auto;padding:1.25rem 1.25rem 0;display:flex;align-items:center;gap:.75rem;justify-content:space-between}
.brand{display:flex;align-items:center;gap:.7rem;min-width:0;color:inherit;text-decoration:none}
.brand b{display:block;color:var(--ink);font-weight:650;line-height:1.25}.brand span{display:block;color:var(--muted);font-size:.84rem;line-height:1.3}
.languages{display:flex;border:1px solid var(--line);border-radius:999px;padding:3px;background:var(--surface);flex:none}
.languages a{padding:.3rem .7rem;min-width:2.6rem;text-align:center;border-radius:999px;font-size:.84rem;text-decoration:none;color:var(--muted);font-weight:600}
.languages a[aria-current]{background:var(--accent-soft);color:var(--accent-strong)}
main{max-width:1040px;width:100%;margin:0 auto;padding:1.25rem;flex:1}
.columns{display:grid;gap:1.25rem;grid-template-columns:minmax(0,1fr);align-items:start}
.side{order:-1;min-width:0}.strips{display:grid;gap:1.25rem;min-width:0}
@media (min-width:860px){main{padding-top:1.75rem}.columns{grid-template-columns:minmax(0,1fr) 340px;grid-template-rows:auto 1fr;gap:1.25rem 1.5rem}.columns>.panel{grid-area:1/1/3/2}.side{grid-area:1/2/2/3}.strips{grid-area:2/2/3/3}}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow);padding:1.35rem;min-width:0}
@media (min-width:560px){.panel{padding:2rem}}
.side .panel{padding:1.35rem}
.other-method{margin:-.6rem 0 .6rem}.heading{display:flex;gap:.9rem;align-items:flex-start}.heading .badge-icon{margin-top:.1rem}
.badge-icon{width:44px;height:44px;border-radius:12px;background:var(--accent-soft);color:var(--accent-strong);display:grid;place-items:center;flex:none}
.heading p{color:var(--muted);margin-top:.25rem}
.total{font-size:2rem;line-height:1.15;font-weight:680;letter-spacing:-.025em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.total-code{font-size:.95rem;font-weight:560;letter-spacing:0;color:var(--muted)}.total-label{color:var(--muted);font-size:.875rem}
.facts{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;font-size:.92rem;border-top:1px solid var(--line);padding-top:1rem}
.facts div{display:flex;justify-content:space-between;gap:1rem}.facts dt{color:var(--muted)}.facts dd{text-align:right;overflow-wrap:anywhere;min-width:0}.facts dd.num{white-space:nowrap}.facts dd.mono{overflow-wrap:anywhere}
@media (max-width:859px){.side .panel{padding:1.1rem 1.35rem}.side .total{font-size:1.65rem}.facts{padding-top:.8rem}.facts .wide-only{display:none}}
.button{appearance:none;text-align:center;font:inherit;font-weight:620;border:1px solid transparent;border-radius:12px;padding:.8rem 1.25rem;min-height:48px;cursor:pointer;display:inline-flex;gap:.55rem;align-items:center;justify-content:center;text-decoration:none;background:var(--accent);color:var(--on-accent);transition:background-color .15s}
.button:hover{background:var(--accent-strong)}
.button.wide{width:100%}
.button.quiet{background:transparent;border-color:var(--line-strong);color:var(--ink)}.button.quiet:hover{background:var(--sunken)}
.button.plain{background:none;color:var(--muted);padding-inline:.5rem;font-weight:550}.button.plain:hover{color:var(--ink);text-decoration:underline;text-underline-offset:3px}
.button.small{min-height:40px;padding:.45rem .9rem;font-size:.9rem;border-radius:10px}
.button.good{background:var(--good);color:var(--surface)}.button.good:hover{filter:brightness(1.08)}
.button.bad{background:transparent;border-color:var(--bad);color:var(--bad)}.button.bad:hover{background:var(--bad-soft)}
.actions{display:grid;gap:.6rem}.waiting{display:flex;gap:.6rem;align-items:center;color:var(--muted);font-size:.9rem}
@media (min-width:560px){.actions.line>:only-child{margin-right:auto}.actions.line{display:flex;justify-content:space-between;flex-direction:row-reverse;align-items:center}}
label,legend{font-weight:560;font-size:.94rem}legend{padding:0;margin-bottom:.6rem}
.field{display:grid;gap:.4rem;min-width:0}.field .hint{color:var(--muted);font-size:.86rem;font-weight:400}
input[type=text],input[type=tel],select{font:inherit;width:100%;min-height:48px;padding:.6rem .85rem;border:1px solid var(--line-strong);border-radius:12px;background:var(--surface);color:var(--ink)}
select{appearance:none;background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(135deg,var(--muted) 50%,transparent 50%);background-size:6px 6px;background-position:calc(100% - 20px) 21px,calc(100% - 14px) 21px;background-repeat:no-repeat;padding-right:2.5rem}
input:focus-visible,select:focus-visible{outline:3px solid var(--accent);outline-offset:1px;border-color:var(--accent);border-radius:12px}
input[aria-invalid=true]{border-color:var(--bad)}
.error{color:var(--bad);font-size:.88rem;font-weight:520}
.pair{display:grid;gap:1rem;align-items:start;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr))}
.choices{display:grid;gap:.6rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}
.choice{position:relative;display:flex;gap:.8rem;align-items:center;border:1px solid var(--line);border-radius:12px;padding:.75rem .9rem;cursor:pointer;min-height:60px;font-weight:560;background:var(--surface)}
.choice:hover{border-color:var(--line-strong)}
.choice input{accent-color:var(--accent);width:1.15rem;height:1.15rem;margin:0 0 0 auto;flex:none}
.choice:has(input:checked){border-color:var(--accent);background:var(--accent-soft);box-shadow:inset 0 0 0 1px var(--accent)}
.choice:has(input:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.choice:has(input:disabled){background:var(--sunken);border-style:dashed;color:var(--muted);cursor:not-allowed}.choice:has(input:disabled) .badge-icon{opacity:.5}
.choice span.small{font-weight:400;display:block}
.monogram{width:38px;height:38px;border-radius:10px;display:grid;place-items:center;font-size:.82rem;font-weight:700;letter-spacing:.02em;flex:none;color:#fff}
.switches{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.25rem,1fr));gap:.6rem}
.steps{display:flex;gap:.5rem;list-style:none;font-size:.86rem;color:var(--muted)}
.steps li{flex:1;border-top:3px solid var(--line);padding-top:.45rem}.steps li.done{border-color:var(--accent)}.steps li[aria-current]{border-color:var(--accent);color:var(--ink);font-weight:600}
.voucher{border:1px solid var(--line);border-radius:14px;background:var(--sunken);position:relative;display:grid}
.voucher>div{padding:1.15rem 1.25rem}
.voucher>.tear{padding:0;border-top:2px dashed var(--line-strong);margin:0 1.25rem;opacity:.55}
.code{font-size:clamp(1.25rem,5.6vw,2rem);font-weight:680;letter-spacing:.03em;font-variant-numeric:tabular-nums;line-height:1.25;overflow-wrap:anywhere}
.code-line{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center}
.paper{background:#fff;border-radius:12px;padding:14px;display:block}
.paper svg{display:block;width:100%;height:auto}
.barcode svg{height:76px}
.qr{max-width:264px;width:100%;margin:0 auto;border:1px solid var(--line)}
.how{display:grid;gap:.8rem;list-style:none;counter-reset:how}
.how li{counter-increment:how;display:grid;grid-template-columns:1.9rem minmax(0,1fr);gap:.7rem;align-items:start}
.how li::before{content:counter(how);width:1.75rem;height:1.75rem;border-radius:50%;background:var(--accent-soft);color:var(--accent-strong);display:grid;place-items:center;font-size:.86rem;font-weight:680}
.strip{border:1px dashed var(--test-line);background:var(--test-soft);border-radius:var(--radius);padding:1.25rem;display:grid;gap:.9rem;min-width:0}
.strip h2{color:var(--test);display:flex;gap:.55rem;align-items:center}
.strip .row{gap:.6rem}.strip .row .button{flex:1 1 auto}.strip .button.quiet{border-color:var(--test-line);color:var(--ink)}

.result{text-align:center;justify-items:center;padding:1.5rem 0 .5rem}
.seal{width:76px;height:76px;border-radius:50%;display:grid;place-items:center;font-size:1.9rem}
.seal.good{background:var(--good-soft);color:var(--good)}.seal.bad{background:var(--bad-soft);color:var(--bad)}.seal.wait{background:var(--wait-soft);color:var(--wait)}
.bar{height:4px;width:min(100%,15rem);background:var(--line);border-radius:4px;overflow:hidden}.bar i{display:block;height:100%;background:var(--accent);transform-origin:left;animation:fill var(--seconds) linear forwards}
@keyframes fill{from{transform:scaleX(0)}to{transform:scaleX(1)}}
.spinner{width:56px;height:56px;border-radius:50%;border:4px solid var(--line);border-top-color:var(--accent);animation:turn .9s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
.status{display:inline-flex;align-items:center;gap:.35rem;border-radius:999px;padding:.14rem .65rem;font-size:.8rem;font-weight:640;white-space:nowrap;background:var(--sunken);color:var(--muted)}
.status.good{background:var(--good-soft);color:var(--good)}.status.bad{background:var(--bad-soft);color:var(--bad)}.status.wait{background:var(--wait-soft);color:var(--wait)}
.cards{display:grid}
.entry{display:grid;gap:.5rem .9rem;grid-template-columns:44px minmax(0,1fr);align-items:start;padding:1rem 0;border-top:1px solid var(--line)}
.entry:first-child{border-top:0}.entry-first{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:center}.entry-what p{overflow-wrap:anywhere}.entry-acts,.entry-acts form{gap:.5rem}.entry-acts{grid-column:1/-1}.entry-acts>.button{margin-right:auto}
@media (min-width:760px){.entry{grid-template-columns:44px minmax(0,1fr) auto;align-items:center}.entry-acts{grid-column:auto;justify-content:flex-end}.entry-acts>.button{margin:0}}
.entry-acts,.entry-acts form{min-width:0}.refusal{gap:.5rem;flex:1 1 22rem;min-width:0;max-width:100%;flex-wrap:nowrap}
select.reason{width:13rem;min-width:0;flex:1 1 13rem;min-height:40px;padding:.35rem 2.2rem .35rem .7rem;font-size:.9rem;border-radius:10px;background-position:calc(100% - 18px) 17px,calc(100% - 12px) 17px;text-overflow:ellipsis}
.merchants{display:grid;gap:.9rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}th{text-align:left;font-weight:600;color:var(--muted);font-size:.84rem}th,td{padding:.7rem .75rem;border-bottom:1px solid var(--line);vertical-align:middle}th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}tbody tr:last-child td{border-bottom:0}
.foot{max-width:1040px;width:100%;margin:0 auto;padding:.5rem 1.25rem 2rem;color:var(--muted);font-size:.86rem;display:flex;gap:.5rem;align-items:center}
.test-cards{font-size:.9rem}.test-cards p{margin-top:.2rem}.test-cards td,.test-cards th{border-color:var(--test-line);padding-block:.5rem}
.number-button{font:inherit;background:none;border:0;padding:.2rem 0;color:var(--accent-strong);cursor:pointer;text-decoration:underline;text-underline-offset:3px;white-space:nowrap}
@media (prefers-reduced-motion:reduce){*{animation-duration:.01ms!important;transition:none!important}.bar{display:none}}
@media print{.notice,.top .languages,.strip,.side,.actions,.foot{display:none}body{background:#fff}.panel{border:0;box-shadow:none}}
`)
