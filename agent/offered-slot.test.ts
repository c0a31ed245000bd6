import { expect, test } from 'vitest'

import { findSpokenSlots } from './offered-slot.ts'
import { offeredSlots } from './testing/offered-slots.ts'

test.each([
  ['the first one', ['mon-9']],
  ['the second', ['tue-10']],
  ['the last one please', ['wed-15']],
  ['option 3', ['wed-15']],
  ['2', ['tue-10']],
  ['Tuesday at 10', ['tue-10']],
  ['tuesday', ['tue-10', 'tue-14']],
  ['tuesday afternoon', ['tue-14']],
  ['at half past two', ['tue-14']],
  ['three pm', ['wed-15']],
  ['15:00 works', ['wed-15']],
  ['at three', ['wed-15']],
  ['ten o’clock', ['tue-10']],
  ['tomorrow', ['mon-9']],
  ['the 25th', ['wed-15']],
  ['any time', ['mon-9']],
  ['tuesday then, as late as you can', ['tue-14']],
  ['whatever you have that tuesday', ['tue-10']],
  ['fine, nine then', ['mon-9']],
  ['9', ['mon-9']],
  ['10 please', ['tue-10']],
  ['3 ish', ['wed-15']],
  ['monday at 11', []],
  ['not monday', ['tue-10', 'wed-15', 'tue-14']],
  ['anything but Tuesday', ['mon-9', 'wed-15']],
  ['monday is bad for me', ['tue-10', 'wed-15', 'tue-14']],
  ['Pardon, Wednesday I am at the dentist.', ['mon-9', 'tue-10', 'tue-14']],
  ['Wednesday doesn’t work after all', ['mon-9', 'tue-10', 'tue-14']],
  ['not the first one', ['tue-10', 'wed-15', 'tue-14']],
  ['tuesday but not at 10', ['tue-14']],
  ['any time except Monday', ['tue-10', 'wed-15', 'tue-14']],
  ['not Tuesday, Wednesday', ['wed-15']],
  ['why not Monday?', ['mon-9']],
  ['Monday I am free', ['mon-9']],
  ['I am busy, so Monday', ['mon-9']],
  ['The first one works. Actually no, can we do the day after?', ['tue-10', 'tue-14']],
  ['what does the team plan cost', []],
  ['one of my colleagues may come', []],
])('finds the offered times in “%s”', (text, ids) => {
  expect(findSpokenSlots(text, offeredSlots).map(({ id }) => id)).toEqual(ids)
})
