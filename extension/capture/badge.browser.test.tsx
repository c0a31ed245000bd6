import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { mountBadge, type Badge } from './badge.ts'

/* Runs in a real browser, because it tests the top layer, inertness and hit testing. */

let badge: Badge
let root: ShadowRoot
const onMove = vi.fn<() => void>()

beforeEach(() => {
  const attach = vi.spyOn(Element.prototype, 'attachShadow')
  badge = mountBadge({
    onUndo: () => {},
    onRedo: () => {},
    onPauseChange: () => {},
    onStop: () => {},
    onMove,
    onRelease: () => {},
  })
  // Closed to the page, and to its tests.
  root = attach.mock.results[0]!.value as ShadowRoot
  attach.mockRestore()
  badge.update({
    sessionId: 's',
    isPaused: false,
    captureCount: 1,
    canRedo: false,
    lastTitle: null,
    frameToken: 't',
    rules: [],
  })
  badge.setVisible(true)
})

afterEach(() => {
  badge.remove()
  document.body.replaceChildren()
})

function middleOf(element: Element): readonly [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

function put(style: string, onto: Element = document.body): HTMLElement {
  const button = onto.appendChild(document.createElement('button'))
  button.textContent = 'Publish invoice'
  button.style.cssText = `position: fixed; ${style}`
  return button
}

test('ignores the pointer while hidden', () => {
  const [x, y] = middleOf(root.host)
  expect(document.elementFromPoint(x, y)).toBe(root.host)
  badge.setVisible(false)
  const below = put(`left: ${x - 40}px; top: ${y - 20}px; width: 80px; height: 40px`)
  expect(document.elementFromPoint(x, y)).toBe(below)
})

test('redraws one faint pixel while hidden, which the pointer does not hit', () => {
  badge.setVisible(false)
  const pixel = root.querySelector('.pixel')
  if (pixel === null) throw new Error('There is no pixel.')
  const look = () => {
    const { visibility, backgroundColor } = getComputedStyle(pixel)
    return [visibility, backgroundColor]
  }
  const before = look()
  badge.redraw()
  expect(look()).not.toEqual(before)
  expect(look()).toEqual(['visible', 'rgba(255, 255, 255, 0.004)'])
  expect(document.elementFromPoint(0, 0)).not.toBe(root.host)
})

test('moves off covered controls, and back when they are gone', () => {
  const [x, y] = middleOf(root.host)
  badge.setVisible(false)
  const below = put(`left: ${x - 40}px; top: ${y - 20}px; width: 80px; height: 40px`)
  badge.setVisible(true)
  expect(document.elementFromPoint(...middleOf(below))).toBe(below)
  const [left] = middleOf(root.host)
  expect(left).toBeGreaterThan(x)

  below.remove()
  badge.setVisible(false)
  badge.setVisible(true)
  expect(middleOf(root.host)).toEqual([x, y])
})

test('works above one modal dialog, above two, and after both close', () => {
  const dialogs = [1, 2].map(() => document.body.appendChild(document.createElement('dialog')))
  for (const dialog of dialogs) {
    dialog.append('Really?')
    dialog.showModal()
    badge.keepOnTop()
    expect(document.elementFromPoint(...middleOf(root.host))).toBe(root.host)
    const undo = root.querySelector<HTMLElement>('button[title^="Undo"]')
    undo?.focus()
    expect(root.activeElement).toBe(undo)
    undo?.blur()
  }
  for (const dialog of dialogs) {
    dialog.close()
    badge.keepOnTop()
  }
  expect(document.elementFromPoint(...middleOf(root.host))).toBe(root.host)
  for (const dialog of dialogs) dialog.remove()
})

test('is moved by the arrow keys and stays in the window', () => {
  const before = root.host.getBoundingClientRect()
  const grip = root.querySelector('.grip')!
  grip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }))
  expect(root.host.getBoundingClientRect().top).toBeCloseTo(before.top - 16, 0)
  for (let press = 0; press < 100; press += 1) {
    grip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', shiftKey: true }))
  }
  expect(root.host.getBoundingClientRect().left).toBe(before.left)
  expect(onMove).toHaveBeenCalledWith({ x: 0, y: expect.closeTo(0.9, 0) })
})

test('stays removed', () => {
  badge.remove()
  badge.setVisible(true)
  badge.keepOnTop()
  expect(document.querySelector('understudy-recorder')).toBeNull()
})
