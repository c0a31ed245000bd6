import { afterEach, expect, test } from 'vitest'

import { plantedSecrets, secretCore } from '../capture/planted-secrets.ts'
import { serializePage } from './serialize-page.ts'

/* What a captured page must not hold, and what reading it costs. */

afterEach(() => document.body.replaceChildren())

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function read(markup: string, budgetMs = 5_000) {
  // The tests write this markup themselves, and this parser supports shadow roots.
  document.body.setHTMLUnsafe(markup)
  const frames = [...document.body.querySelectorAll('iframe')]
  await Promise.all(frames.map((frame) => new Promise((loaded) => frame.addEventListener('load', loaded))))
  return serializePage({ isOurs: () => false, budgetMs })
}

/** Where a page shows or carries text of any kind. */
const surfaces: Readonly<Record<string, (text: string) => string>> = {
  'a paragraph': (text) => `<p>${text}</p>`,
  'a shadow root': (text) => `<x-a><template shadowrootmode="open"><p>${text}</p></template></x-a>`,
  'a frame': (text) => `<iframe srcdoc="<p>${text}</p>"></iframe>`,
  'a picture’s words': (text) => `<img alt="${text}" title="${text}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  'a field': (text) => `<input value="${text}"><textarea>${text}</textarea><input type="password" value="${text}">`,
  'a placeholder': (text) => `<input placeholder="${text}">`,
  'a data attribute': (text) => `<p data-token="${text}" data-name="${text}" aria-label="${text}">x</p>`,
  'a hidden input': (text) => `<input type="hidden" value="${text}"><meta name="csrf-token" content="${text}">`,
  'an editor': (text) => `<div contenteditable>${text}</div>`,
  'a hidden element': (text) => `<div hidden>${text}</div><p style="opacity:0">${text}</p>`,
  'an address': (text) => `<a href="https://x.test/?q=${encodeURIComponent(text)}">x</a>`,
}

test.each(Object.entries(plantedSecrets))('keeps no %s, wherever a page shows it', async (_kind, make) => {
  const leaks: string[] = []
  for (const [what, surface] of Object.entries(surfaces)) {
    const secret = make(seeded(7))
    const raw = await read(surface(secret))
    if (raw === null || JSON.stringify([raw.html, raw.sheets]).includes(secretCore(secret))) leaks.push(what)
  }
  expect(leaks).toEqual([])
})

test('leaves the page as it was', () => {
  document.body.innerHTML = '<div id="a"><p>x</p></div>'
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => seen.push(...records))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  serializePage({ isOurs: () => false, budgetMs: 5_000 })
  expect([...seen, ...observer.takeRecords()]).toEqual([])
})

test('gives up instead of holding the page up', async () => {
  const rows = '<tr><td>Cell <b>one</b></td><td>Cell 2</td></tr>'.repeat(6_000)
  expect(await read(`<table>${rows}</table>`, 0)).toBeNull()
})
