import { editingSurfaces, namedControls, type MakeSurface } from '../capture/planted-surfaces.ts'

const quoted = (text: string) => JSON.stringify(text).replaceAll('"', '&quot;')

/** Places where a page can hold text, visible or not. */
const carriers: Readonly<Record<string, MakeSurface>> = {
  'a paragraph': (text) => `<p>${text}</p>`,
  'text in parts': (text) => `<p><b>Hello </b>${text}<i>!</i></p>`,
  'a shadow root': (text) => `<x-a><template shadowrootmode="open"><p>${text}</p></template></x-a>`,
  'a shadow root in a shadow root': (text) =>
    `<x-a><template shadowrootmode="open"><x-b><template shadowrootmode="open"><p title="${text}">${text}</p></template></x-b></template></x-a>`,
  'a closed shadow root': (text) => `<x-a><template shadowrootmode="closed"><p>${text}</p></template></x-a>`,
  'slotted text': (text) => `<x-a><template shadowrootmode="open"><slot></slot></template>${text}</x-a>`,
  'a frame': (text) => `<iframe srcdoc="<p>${text}</p>"></iframe>`,
  'a field in a frame': (text) => `<iframe srcdoc="<input value='${text}'><title>${text}</title>"></iframe>`,
  'a frame’s address': (text) => `<iframe src="about:blank?token=${encodeURIComponent(text)}" name="${text}"></iframe>`,
  'a picture’s words': (text) => `<img alt="${text}" title="${text}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  'a picture’s address': (text) =>
    `<img alt="" srcset="/p?token=${encodeURIComponent(text)} 1x"><video poster="/v?token=${encodeURIComponent(text)}"></video>`,
  'a canvas': (text) => `<canvas title="${text}" aria-label="${text}" width="20" height="20">${text}</canvas>`,
  'words of a drawing': (text) =>
    `<svg width="90" height="20" aria-label="${text}"><title>${text}</title><desc>${text}</desc><text y="15">${text}</text></svg>`,
  'a drawing’s data': (text) =>
    `<svg width="9" height="9"><metadata>${text}</metadata><g data-owner="${text}" inkscape:label="${text}"><a href="/x?token=${encodeURIComponent(text)}"><path d="M0 0h9"/></a></g></svg>`,
  'a field': (text) => `<input value="${text}"><textarea>${text}</textarea><input type="password" value="${text}">`,
  'a field of a kind': (text) =>
    `<input type="email" value="${text}"><input type="search" value="${text}"><input type="tel" value="${text}"><input type="url" value="${text}">`,
  'a placeholder': (text) => `<input placeholder="${text}"><textarea placeholder="${text}"></textarea>`,
  'a field’s rules': (text) =>
    `<input name="${text}" pattern="${text}" list="l"><datalist id="l"><option value="${text}"></datalist>`,
  'a choice in a list': (text) =>
    `<select><option value="${text}" label="${text}">${text}</option></select><select multiple><optgroup label="${text}"><option>${text}</optgroup></select>`,
  'a result': (text) =>
    `<output>${text}</output><data value="${text}">x</data><meter value="1" title="${text}"></meter>`,
  'a button’s value': (text) => `<input type="button" value="${text}"><button value="${text}">x</button>`,
  'a data attribute': (text) => `<p data-token="${text}" data-name="${text}" aria-label="${text}">x</p>`,
  'an unknown attribute': (text) =>
    `<x-user token="${text}" ng-init="${text}" :user="${text}" @click="${text}">x</x-user>`,
  'an attribute of data': (text) =>
    `<p data-user="{${quoted('email')}: ${quoted(text)}, ${'&quot;id&quot;: 1, '.repeat(8)}}">x</p>`,
  'a hidden input': (text) => `<input type="hidden" value="${text}"><meta name="csrf-token" content="${text}">`,
  'a handler': (text) => `<button onclick="send('${text}')">x</button>`,
  'a comment': (text) => `<!-- ${text} --><p>x</p>`,
  'a script': (text) => `<script type="application/json">${text}</script><noscript>${text}</noscript>`,
  'a template': (text) => `<template><p>${text}</p></template>`,
  'a hidden element': (text) => `<div hidden>${text}</div><p style="opacity:0">${text}</p>`,
  'text out of sight': (text) =>
    `<p style="position:absolute;left:-9999px">${text}</p><div style="height:20px;overflow:hidden"><div style="height:90px"></div>${text}</div>`,
  'text behind a disclosure': (text) => `<details><summary>More</summary>${text}</details><dialog>${text}</dialog>`,
  'an address': (text) =>
    `<a href="https://x.test/?q=${encodeURIComponent(text)}" ping="/p?${encodeURIComponent(text)}">x</a>`,
  'a form’s address': (text) =>
    `<form action="/f?key=${encodeURIComponent(text)}"><button formaction="/g?key=${encodeURIComponent(text)}">x</button></form>`,
  'a quotation’s source': (text) =>
    `<blockquote cite="/q?t=${encodeURIComponent(text)}">x</blockquote><time datetime="${text}">x</time>`,
  'a style’s text': (text) => `<p style="--owner: '${text}'">x</p>`,
  'a style sheet’s text': (text) =>
    `<style>.x::after { content: '${text}'; --owner: '${text}' }</style><p class="x">x</p>`,
  'a style sheet’s comment': (text) => `<style>/* ${text} */ .x { color: red }</style><p class="x">x</p>`,
  'a table': (text) =>
    `<table summary="${text}"><caption>${text}</caption><tr><th abbr="${text}">${text}</th><td>${text}</td></tr></table>`,
  code: (text) => `<pre><code>const x = '${text}'</code></pre>`,
  'an annotation': (text) => `<ruby>x<rt>${text}</rt></ruby><abbr title="${text}">x</abbr>`,
}

/** All of the above, plus editors and controls. */
export const pageSurfaces: Readonly<Record<string, MakeSurface>> = {
  ...carriers,
  ...editingSurfaces,
  ...namedControls,
}
