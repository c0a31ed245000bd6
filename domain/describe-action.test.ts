import { expect, test } from 'vitest'

import { describeAction, describeStep } from './describe-action.ts'
import { actionKinds, plainAction, readStepAction, storedStepAction, type StepAction } from './step-action.ts'

const path = [
  { xPercent: 10, yPercent: 10 },
  { xPercent: 60, yPercent: 12 },
]

function did(kind: StepAction['kind'], text = '', role = 'button', name = 'Save') {
  return { target: { role, name }, action: { kind, text, path: kind === 'drag' ? path : [] } }
}

test('says what a ticked checkbox and a switch that is on will do, and calls a nameless button a button', () => {
  const title = (role: string, more: object) => describeAction({ target: { role, name: 'Digest', ...more } })
  expect([title('checkbox', {}), title('checkbox', { isOn: true })]).toEqual(['Tick "Digest"', 'Untick "Digest"'])
  expect([title('switch', {}), title('switch', { isOn: true })]).toEqual(['Switch "Digest"', 'Switch off "Digest"'])
  expect(title('button', { name: '', near: 'Projects' })).toBe('Click the button in "Projects"')
})

test.each([
  [did('click'), 'Click "Save"', 'You’ll find the button “Save” on the page “Orders”.'],
  [did('type', 'Ada', 'textbox', 'Owner'), 'Fill in "Owner"', 'Enter “Ada” in the field “Owner” on the page “Orders”.'],
  [
    did('type', '', 'textbox', 'Password'),
    'Fill in "Password"',
    'Enter your own value in the field “Password” on the page “Orders”.',
  ],
  [
    did('select', 'Team', 'combobox', 'Plan'),
    'Choose "Team" from "Plan"',
    '“Team” is chosen in the list “Plan” on the page “Orders”.',
  ],
  [did('drag'), 'Drag "Save"', 'Drag the button “Save” to the right on the page “Orders”.'],
  [did('key', 'Ctrl+K', '', ''), 'Press Ctrl+K', 'Use the keyboard on the page “Orders”.'],
  [did('hover', 'Products', '', ''), 'Point at "Products"', 'A menu opens under the pointer on the page “Orders”.'],
  [did('navigate', 'example.com/a', '', ''), 'Go to example.com/a', 'Enter the address in the browser.'],
  [
    did('key', 'Enter', 'searchbox', 'Search mail'),
    'Press Enter',
    'Do this in the search field “Search mail” on the page “Orders”.',
  ],
  [
    did('type', 'invoice', 'searchbox', 'Search mail'),
    'Search for "invoice"',
    'Enter “invoice” in the search field “Search mail” on the page “Orders”.',
  ],
  [
    did('click', '', 'searchbox', 'Search mail'),
    'Fill in "Search mail"',
    'You’ll find the search field “Search mail” on the page “Orders”.',
  ],
  [did('key', 'Escape', 'menuitem', 'Export'), 'Press Escape', 'Use the keyboard on the page “Orders”.'],
  [did('file', 'plan.pdf', 'button', 'Upload'), 'Choose the file "plan.pdf"', 'Pick one from your computer.'],
])('titles and describes %j', (capture, title, description) => {
  expect([describeAction(capture), describeStep(capture, 'Orders')]).toEqual([title, description])
})

test('says “here” only without a name, an icon, a heading or a group', () => {
  const target = { role: 'button', name: '' }
  expect(describeAction({ target })).toBe('Click here')
  expect(describeAction(did('drag', '', 'listitem', ''))).toBe('Drag this')
  expect(describeAction({ target: { ...target, near: 'Team members' } })).toBe('Click the button in "Team members"')
})

test.each([
  ['textbox', 'Fill in the field in "Orders"'],
  ['combobox', 'Choose from the list in "Orders"'],
  ['spinbutton', 'Set the number in "Orders"'],
])('calls a %s without a name what people call it', (role, title) => {
  expect(describeAction({ target: { role, name: '', near: 'Orders' } })).toBe(title)
})

test('reads the gestures of older recordings', () => {
  expect(describeAction({ target: { role: 'row', name: 'Invoice' }, gesture: 'double-click' })).toBe(
    'Double-click "Invoice"',
  )
})

test('the title and the notes never say the same', () => {
  for (const kind of actionKinds) {
    for (const name of ['', 'Save']) {
      for (const page of ['', 'Orders']) {
        const capture = did(kind, 'text', 'button', name)
        expect(describeStep(capture, page).replace(/\.$/, '')).not.toBe(describeAction(capture))
      }
    }
  }
})

test('cuts long names at a word', () => {
  const title = describeAction({ target: { role: 'button', name: 'word '.repeat(60) } })
  expect(title).toMatch(/^Click "(word )+word…"$/)
  expect(title.length).toBeLessThan(95)
})

test('stored actions are bounded and come back the same', () => {
  const drag: StepAction = { kind: 'drag', text: '', path }
  expect(readStepAction(storedStepAction(drag))).toEqual(drag)
  expect(readStepAction(plainAction)).toBeNull()
  expect(readStepAction({ kind: 'dance' })).toBeNull()
  const wild = readStepAction({
    kind: 'drag',
    text: 'x'.repeat(9_000),
    path: Array.from({ length: 900 }, () => ({ xPercent: 5_000, yPercent: Number.NaN })),
  })
  expect([wild?.text.length, wild?.path.length]).toEqual([500, 0])
})
