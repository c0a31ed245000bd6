import { afterEach, expect, test } from 'vitest'

import { findPageSecrets } from './page-secrets.ts'
import { isPrivateField, rememberPrivateFields } from './private-field.ts'

/* Runs in a real browser, because it tests styles, labels and positions. */

afterEach(() => document.body.replaceChildren())

function place(markup: string): HTMLElement {
  // The tests write this markup themselves.
  document.body.append(document.createRange().createContextualFragment(markup))
  return document.querySelector<HTMLElement>('#x, #open')!
}

test.each([
  ['a password', '<input id="x" type="password">'],
  ['a masked field', '<input id="x" style="-webkit-text-security: disc">'],
  ['a one-time code', '<input id="x" autocomplete="one-time-code">'],
  ['a box of a code', '<input id="x" maxlength="1" inputmode="numeric">'],
  ['a card number', '<input id="x" autocomplete="cc-number">'],
  ['a security code by its label', '<label>CVC <input id="x"></label>'],
  ['an IBAN by its hint', '<input id="x" placeholder="IBAN">'],
  ['an e-mail address', '<input id="x" type="email">'],
  ['a phone number', '<input id="x" name="phone_number">'],
  ['a person’s name', '<label for="x">First name</label><input id="x">'],
  ['a key by its id', '<div><input id="x" aria-label="Stripe API key"></div>'],
  ['a German password', '<label>Kennwort <input id="x"></label>'],
  ['a Japanese password', '<label>パスワード <input id="x"></label>'],
  ['the name on a card', '<label>Name on card <input id="x"></label>'],
  ['a card’s holder', '<input id="x" placeholder="Cardholder">'],
  ['a street', '<label>Street and number <input id="x"></label>'],
  ['a postcode', '<label>Postal code <input id="x"></label>'],
  ['a token by the text beside it', '<div><span>Access token</span> <input id="x" name="t"></div>'],
  ['a token by the cell before it', '<table><tr><td>Access token</td><td><input id="x" name="t"></td></tr></table>'],
  [
    'a salary by its column',
    '<table><thead><tr><th>Name<th>Salary <i></i><i></i><i></i></tr></thead><tr><td>Rent<td><input id="x"></tr></table>',
  ],
  ['a code editor', '<div class="monaco-editor"><textarea id="x"></textarea></div>'],
  ['a terminal', '<div class="xterm"><textarea id="x"></textarea></div>'],
])('never reads %s', (_what, markup) => {
  expect(isPrivateField(place(markup), [])).toBe(true)
})

test.each([
  ['a project’s name', '<label>Project name <input id="open"></label>'],
  ['a search', '<input id="open" type="search" aria-label="Search orders">'],
  [
    'a field with a label after a private one',
    '<label>Card number <input name="cc"></label><label>Open <input id="open"></label>',
  ],
  ['an amount beside its label', '<div><span>Budget</span> <input id="open"></div>'],
  ['notes', '<textarea id="open" aria-label="Notes"></textarea>'],
])('reads %s', (_what, markup) => {
  expect(isPrivateField(place(markup), [])).toBe(false)
})

test('keeps a revealed password private', () => {
  const field = place('<input id="x" type="password">')
  expect(isPrivateField(field, [])).toBe(true)
  field.setAttribute('type', 'text')
  expect(isPrivateField(field, [])).toBe(true)
})

test('keeps a password private when the page redraws its field to reveal it', () => {
  place('<input id="x" type="password">')
  rememberPrivateFields(document)
  document.body.replaceChildren()
  expect(isPrivateField(place('<input id="x" type="text">'), [])).toBe(true)
})

test('makes a field private that matches a workspace’s selector', () => {
  const field = place('<div class="customer"><input id="x" aria-label="Reference"></div>')
  expect(isPrivateField(field, ['.customer', 'p >'])).toBe(true)
})

test('finds the positions of visible private data, also in shadow roots and frames', () => {
  place(`<p>Owner <span>ada@example.com</span></p><p style="display:none">bob@example.com</p>
    <input aria-label="Email" value="eve@example.com"><div id="x"></div><p>Order ACME-1234</p>
    <p style="margin-top:4000px">far@example.com</p>`)
  document.querySelector('#x')!.attachShadow({ mode: 'open' }).innerHTML = '<b>sk_live_a7Qx81bbC2d9Zz0Kq4</b>'
  const rules = [{ kind: 'text', value: 'ACME-####', site: '' } as const]
  const { secrets: found, isWhole } = findPageSecrets(rules)
  expect(isWhole).toBe(true)
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['email', 'field', 'key', 'rule'])
  const owner = document.querySelector('span')!.getBoundingClientRect()
  const email = found.find(({ kind }) => kind === 'email')
  expect(email?.xPercent).toBeLessThanOrEqual((owner.left / innerWidth) * 100)
  expect((email?.xPercent ?? 0) + (email?.widthPercent ?? 0)).toBeGreaterThanOrEqual((owner.right / innerWidth) * 100)
})

test('searches as much of a page of 10,000 texts as a click allows, and reports that it stopped', () => {
  place(`<div id="x">${'<p>Order 12345 of customer@example.com</p>'.repeat(10_000)}</div>`)
  document.body.getBoundingClientRect()
  expect(findPageSecrets([])).toMatchObject({ isWhole: false })
})
