import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createQueryClient } from './query-client.ts'

/* What a page shows after something changed. */

test('a list shows what was added while it was first loading', async () => {
  const client = createQueryClient()
  const answers: ((names: readonly string[]) => void)[] = []
  const list = new QueryObserver<readonly string[]>(client, {
    queryKey: ['list'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  const stop = list.subscribe(() => {})
  const changed = client.invalidateQueries({ queryKey: ['list'] })
  expect(answers).toHaveLength(2)
  answers[0]?.([])
  answers[1]?.(['added'])
  await changed
  expect(list.getCurrentResult().data).toEqual(['added'])
  stop()
})
