import { afterEach, expect, test } from 'vitest'

import { describeTarget } from './target-description.ts'

/* Runs in a real browser, because it tests labels, roles and shadow roots. */

afterEach(() => document.body.replaceChildren())

function place(markup: string): void {
  // The tests write this markup themselves.
  document.body.append(document.createRange().createContextualFragment(markup))
}

function describe(selector: string) {
  const element = document.querySelector(selector)
  if (element === null) throw new Error(`No ${selector}.`)
  return describeTarget(element)
}

test.each([
  ['the button around an icon', '<button aria-label="Save"><svg><path id="x"/></svg></button>', 'button', 'Save'],
  ['a link by its text', '<a href="/a"><b id="x">Read  more</b></a>', 'link', 'Read more'],
  ['the field of a label', '<label><span id="x">Email</span><input type="email"></label>', 'textbox', 'Email'],
  ['a checkbox by its label', '<input id="x" type="checkbox"><label for="x">Agree</label>', 'checkbox', 'Agree'],
  ['a custom control by its role', '<div role="tab"><i id="x">Usage</i></div>', 'tab', 'Usage'],
  [
    'a column that is sorted',
    '<table><thead><tr><th><b id="x">City</b></th></tr></thead></table>',
    'columnheader',
    'City',
  ],
  ['a column of a grid', '<div role="columnheader"><i id="x">Open</i></div>', 'columnheader', 'Open'],
  [
    'an icon by the tooltip of what holds it',
    '<div><div data-tooltip="Font bold"><div><i id="x"></i></div></div><p></p></div>',
    '',
    'Font bold',
  ],
  [
    'a tooltip that instructs',
    '<button id="x" title="Click to open the menu (Ctrl+M)"></button>',
    'button',
    'Open the menu',
  ],
  ['a tooltip with a remark', '<button id="x" title="Send (beta)"></button>', 'button', 'Send (beta)'],
  ['a cross', '<div id="x" style="cursor: pointer">⨯</div>', '', 'Close'],
  ['a menu without its arrow', '<button id="x">Tree ▾</button>', 'button', 'Tree'],
  [
    'a field by the tooltip of its frame',
    '<div title="Search fields"><button></button><p><input id="x"></p></div>',
    'textbox',
    'Search fields',
  ],
  [
    'a field by the cell before it',
    '<table><tr><td>Sort by:</td><td><select id="x" title="Select the field"><option>a</select></td></tr></table>',
    'combobox',
    'Sort by',
  ],
  ['a card by its heading', '<a href="/a" id="x"><h3>Acme</h3><p>12 seats, due Monday</p></a>', 'link', 'Acme'],
  ['plain text that handles clicks', '<div id="x" style="cursor: pointer">Open details</div>', '', 'Open details'],
  [
    'a list of choices by its label',
    '<label for="x">Plan</label><select id="x"><option>Pro</select>',
    'combobox',
    'Plan',
  ],
  [
    'the list of an option',
    '<label for="l">Countries</label><select id="l" multiple><optgroup label="Asia"><option id="x">Japan</select>',
    'listbox',
    'Countries',
  ],
  ['a letter by its tooltip', '<button title="Bold (Ctrl+B)"><b id="x">B</b></button>', 'button', 'Bold'],
  ['a short word', '<button id="x">Go</button>', 'button', 'Go'],
  [
    'a card that can be dragged',
    '<div draggable="true"><h4>Book a venue</h4><p id="x">June</p></div>',
    '',
    'Book a venue',
  ],
  ['a canvas by its label', '<canvas id="x" aria-label="Whiteboard"></canvas>', '', 'Whiteboard'],
  ['a link without an address', '<a id="x">Refresh prices</a>', '', 'Refresh prices'],
  [
    'a field that only opens something',
    '<label>Departure <input id="x" readonly placeholder="Choose a day"></label>',
    '',
    'Departure',
  ],
  [
    'a row without its content',
    '<div draggable="true" id="x"><input type="checkbox"><b>Ada Byron</b><i>Your invoice</i></div>',
    '',
    '',
  ],
  [
    'an icon in a row that can be dragged',
    '<div draggable="true"><b>Ada</b><i id="x" title="Not starred">☆</i></div>',
    '',
    'Not starred',
  ],
  ['a required field without its asterisk', '<label>Owner * <input id="x"></label>', 'textbox', 'Owner'],
  ['a link without its plus sign', '<a href="/a" id="x">Add order <b>+</b></a>', 'link', 'Add order'],
  ['a button without its shortcut', '<button id="x">Send ‪(Ctrl-Enter)‬</button>', 'button', 'Send'],
  ['a plus', '<button id="x">+</button>', 'button', 'Plus'],
  ['a menu', '<button id="x">⋮</button>', 'button', 'More'],
  ['a button by its Angular tooltip', '<button id="x" mattooltip="Filter"></button>', 'button', 'Filter'],
  [
    'a field by the required cell before it',
    '<table><tr><td>Carrier <b>*</b></td><td><input id="x"></td></tr></table>',
    'textbox',
    'Carrier',
  ],
])('names %s', (_what, markup, role, name) => {
  place(markup)
  expect(describe('#x')).toEqual({ role, name })
})

test.each([
  ['a password', '<label>Password <input id="x" type="password" value="secret"></label>', 'Password'],
  ['a card number', '<input id="x" autocomplete="cc-number" placeholder="Card number" value="secret">', 'Card number'],
  ['a one-time code', '<input id="x" autocomplete="one-time-code" aria-label="Code" value="secret">', 'Code'],
  ['a text area', '<textarea id="x" aria-label="Notes">secret</textarea>', 'Notes'],
  ['text edited in place', '<div id="x" contenteditable aria-label="Message">secret</div>', 'Message'],
  ['a field without any label', '<input id="x" value="secret">', ''],
  ['a field beside data', '<table><tr><td>secret</td><td><input id="x"></td></tr></table>', ''],
  ['a field that labels itself', '<input id="x" aria-labelledby="x" value="secret">', ''],
])('does not reveal text typed into %s', (_what, markup, name) => {
  place(markup)
  expect(describe('#x')).toEqual({ role: 'textbox', name })
})

test.each([
  '<input aria-hidden="true" tabindex="-1" style="position: fixed; width: 1px; clip-path: inset(50%)">',
  '<input type="range" style="position: absolute; width: 1px; clip-path: inset(50%)">',
])('names a button beside a control that keeps its value in %s', (value) => {
  place(`<div><div>Volume ${value}</div><button id="x">Delete workspace</button></div>`)
  expect(describe('#x')).toEqual({ role: 'button', name: 'Delete workspace' })
})

test('does not name a list after its arrow', () => {
  place('<div id="x" role="combobox" tabindex="0">Viewer <svg class="lucide lucide-chevron-down"></svg></div>')
  expect(describe('#x').name).toBe('')
})

test('does not name a floating element after a heading below it', () => {
  place('<main><h3>You may also like</h3></main><div style="position: fixed"><button id="x"></button></div>')
  expect(describe('#x')).toEqual({ role: 'button', name: '' })
})

test('leaves out fields inside the named element', () => {
  place('<label><input id="x" type="checkbox"> Remind me after <input value="secret"> days</label>')
  expect(describe('#x')).toEqual({ role: 'checkbox', name: 'Remind me after days' })
})

test('finds the control around a shadow root', () => {
  place('<button>Pay <x-icon></x-icon></button>')
  const root = document.querySelector('x-icon')!.attachShadow({ mode: 'open' })
  const inner = root.appendChild(document.createElement('i'))
  expect(describeTarget(inner)).toMatchObject({ role: 'button', name: 'Pay' })
})

test('names an entry of a floating menu without roles, but not a card’s line or a list’s row', () => {
  const box = (style: string, lines: string) => `<div style="position:fixed;width:160px;${style}">${lines}</div>`
  const entries = '<div id="entry">Mark as unread</div><hr style="margin:0"><div>Forward</div>'
  place(box('box-shadow:0 2px 8px #0006', entries))
  expect(describe('#entry').name).toBe('Mark as unread')
  document.body.replaceChildren()
  place(box('', '<div id="row">Ada Lovelace</div><div>Grace Hopper</div>'))
  expect(describe('#row').name).toBe('')
  document.body.replaceChildren()
  place(
    box('box-shadow:0 2px 8px #0006', '<div id="line">Ada Lovelace</div><div style="height:60px">Chief engineer</div>'),
  )
  expect(describe('#line').name).toBe('')
})

test('names a field in a table after its column; a spreadsheet cell is only selected', () => {
  const head = '<thead><tr><td></td><td>Item</td><td>Amount</td></tr></thead>'
  place(`<table>${head}<tbody><tr><td>1</td><td>Rent</td><td><input id="field"></td></tr></tbody></table>`)
  expect(describe('#field')).toEqual({ role: 'textbox', name: 'Amount' })
  document.body.replaceChildren()
  const sink = '<textarea style="position:absolute;left:-2000px"></textarea>'
  place(
    `<div><table>${head}<tbody><tr><td>1</td><td>Rent</td><td id="cell">1,200</td></tr></tbody></table>${sink}</div>`,
  )
  expect(describe('#cell')).toEqual({ role: '', name: '', near: 'Amount' })
})
