import { expect, test } from 'vitest'

import { createIncompleteBodies } from './incomplete-bodies.ts'

test('drops only the oldest bodies once the total is too large', () => {
  const dropped: string[] = []
  const hold = createIncompleteBodies(100)
  const [first, second, third] = ['first', 'second', 'third'].map((name) => hold(() => dropped.push(name)))
  first?.add(40)
  second?.add(40)
  third?.add(20)
  expect(dropped).toEqual([])
  third?.add(50)
  expect(dropped).toEqual(['first', 'second'])
  first?.add(1_000)
  third?.add(30)
  expect(dropped).toHaveLength(2)
})

test('forgets bodies that are complete', () => {
  const dropped: string[] = []
  const hold = createIncompleteBodies(100)
  for (let index = 0; index < 50; index += 1) {
    const body = hold(() => dropped.push('a complete one'))
    body.add(60)
    body.release()
  }
  expect(dropped).toEqual([])
})
