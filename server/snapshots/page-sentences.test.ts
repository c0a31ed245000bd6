import { expect, test } from 'vitest'

import { readPageSentences } from './page-sentences.ts'

test('a page’s sentences are read, and nothing else', () => {
  const html = `<nav><p>This is part of the menu of the page.</p></nav><h1>Fleet overview for all depots</h1>
    <p>Alerts go to the <b>whole crew</b> as soon as a crane stops.</p><p>Short one.</p><button>Send the report to everybody now.</button>
    <div>Drivers see only <a href="#">their own</a> routes. They can’t change the plan of others.<p>Xxxx xx xxx xxxxx xxx xxxxx xxx.</p></div>
    <p>Your balance of $400 is due on the first of the month.</p><p>Write to mail@example.test if you need help with that.</p>
    <x-a><template shadowrootmode="open"><p>Hidden parts of components are read as well.</p></template></x-a>
    <iframe srcdoc="<p>And so is everything inside of a frame.</p>"></iframe>
    <p>Alerts go to the whole crew as soon as a crane stops.</p>`
  expect(readPageSentences(html)).toEqual([
    'Alerts go to the whole crew as soon as a crane stops.',
    'Drivers see only their own routes.',
    'They can’t change the plan of others.',
    'Hidden parts of components are read as well.',
    'And so is everything inside of a frame.',
  ])
})
