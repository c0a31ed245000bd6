import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { plainDemoLook } from '#domain/demo-look.ts'
import type { Demo } from '#domain/demo.ts'

import { EditorHeader } from './editor-header.tsx'
import { currentText } from './editor-state.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'
import { ToolBar } from './tool-bar.tsx'

const demo: Demo = {
  id: 'demo',
  name: 'Tour',
  description: null,
  status: 'active',
  isSample: false,
  createdAt: '2026-11-21T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  look: plainDemoLook,
  steps: [],
}

function Chrome({ isSaving = false }: { readonly isSaving?: boolean }) {
  const [queries] = useState(() => new QueryClient())
  const [state, dispatch] = useReducer(reduceEditor, demo, (first) => openEditor(first))
  const context = {
    state,
    dispatch,
    canSave: currentText(state).name.trim() !== '' && !isSaving,
    save: () => undefined,
    showShortcuts: () => undefined,
    showPreview: () => undefined,
    share: () => undefined,
    writeCallout: () => undefined,
    duplicate: () => undefined,
    addImages: () => undefined,
    tell: () => undefined,
  }
  return (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <EditorHeader context={context} saveState="saved" isSavingText={isSaving} />
        <ToolBar context={context} />
      </MemoryRouter>
    </QueryClientProvider>
  )
}

test('refuses to save a demo without a name, and says why', async () => {
  const screen = await render(<Chrome />)
  await expect.element(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled()
  await screen.getByRole('textbox', { name: 'Demo name' }).fill('   ')
  await expect.element(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await expect.element(screen.getByText('Give the demo a name to save it.')).toBeVisible()
})

test('shows on the button that it is saving, and ignores clicks', async () => {
  const screen = await render(<Chrome isSaving />)
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled()
})

test('zooms from 50 to 200 percent in steps of 25', async () => {
  const screen = await render(<Chrome />)
  const zoom = screen.getByRole('status', { name: 'Zoom' })
  const zoomIn = screen.getByRole('button', { name: 'Zoom in' })
  const zoomOut = screen.getByRole('button', { name: 'Zoom out' })
  await expect.element(zoom).toHaveTextContent('100%')
  for (const percent of [125, 150, 175, 200]) {
    await zoomIn.click()
    await expect.element(zoom).toHaveTextContent(`${percent}%`)
  }
  await expect.element(zoomIn).toBeDisabled()
  for (const percent of [175, 150, 125, 100, 75, 50]) {
    await zoomOut.click()
    await expect.element(zoom).toHaveTextContent(`${percent}%`)
  }
  await expect.element(zoomOut).toBeDisabled()
})
