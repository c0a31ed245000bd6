import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { currentWorkspace, enterWorkspace } from '../../lib/current-workspace.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { WorkspaceWatch } from './workspace-watch.tsx'

beforeEach(() => {
  localStorage.clear()
})

/** Shows the watch beside a list that was fetched at `updatedAt`. */
async function watchWith(updatedAt: number): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000 } } })
  client.setQueryData(workspacesQuery.queryKey, [first], { updatedAt })
  enterWorkspace({ id: 'second', name: 'Second' })
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <WorkspaceWatch />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const first = { id: 'first', name: 'First' } as never

test('stays in a workspace that was created after the known list', async () => {
  await watchWith(0)
  expect(currentWorkspace()?.id).toBe('second')
})

test('leaves a workspace that is no longer in the list', async () => {
  await watchWith(Date.now())
  expect(currentWorkspace()?.id).toBe('first')
})
