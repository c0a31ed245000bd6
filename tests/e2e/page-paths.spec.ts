import { expect, test } from '@playwright/test'

import { hostileCaptures } from '#server/snapshots/testing/hostile-captures.ts'
import { comparePagePaths } from '#support/compare-page-paths.ts'
import { snapshotPages } from '#support/snapshot-pages.ts'

/* An edit of a captured page names its target by a path, which the editor finds in the browser and the server by a parser. */

/** Markup that browsers move around while they read it. */
const movedAround = [
  '<table><tr><td>a<tr><td>b<caption>c</table><table>x<tr><td>y</table><p>a<table><tr><td>x',
  '<form><form><p>x</form>y</form><button>a<button>b</button></button><a>x<a>y</a></a><h1>a<h2>b</h1>c',
  '<select><option>a<div>b</div><optgroup label=x><option>c<hr><option>d</select><select><input></select>',
  '<svg><foreignObject><p>x<svg><text>y</text></svg></p></foreignObject><title>t</title></svg><math><mi>x</math>',
  '<x-a>one<template shadowrootmode="open"><p>s</p>t</template>two</x-a><a><template shadowrootmode="open">n</template>z</a>',
  '<div><template shadowrootmode=closed>c</template><template shadowrootmode=open>d</template>e</div>',
  '<section><template shadowrootmode="open"><iframe srcdoc="<p>a<table><tr><td>x"></iframe></template></section>',
  `<pre>\n\nx</pre><textarea>\n\ny</textarea><p>${'word '.repeat(40_000)}<b>x</b> tail</p>${'<div>'.repeat(600)}deep`,
]

test('finds every text and element where the browser has it', async () => {
  const pages = [...Object.values(snapshotPages), ...movedAround, ...hostileCaptures(75, 'http://canary.test/', 5)]
  const compared = await comparePagePaths(pages)
  expect(compared.length).toBeGreaterThan(80)
  for (const { html, server, browser: found } of compared) expect(server, html).toEqual(found)
})
