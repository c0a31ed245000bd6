import { plainStepLook } from '#domain/step-look.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import type { Step } from '#domain/demo.ts'

import { StepStrip } from './step-strip.tsx'
import { StepThumbnail } from './step-thumbnail.tsx'

function step(id: string, order: number): Step {
  return {
    id,
    demoId: 'demo',
    order,
    title: id,
    description: null,
    screenshotUrl: `${id}.webp`,
    alt: null,
    width: 16,
    height: 10,
    captureId: null,
    hotspot: null,
    look: plainStepLook,
    targetStepId: null,
  }
}

function Strip() {
  const [ids, setIds] = useState(['Alpha', 'Beta', 'Gamma'])
  const [selectedId, setSelectedId] = useState('Alpha')
  return (
    <StepStrip
      steps={ids.map((id, index) => step(id, index + 1))}
      withCards="Beta"
      selectedId={selectedId}
      backendUrl=""
      layout="grid"
      onSelect={setSelectedId}
      onMove={(id, toIndex) => setIds((all) => all.filter((other) => other !== id).toSpliced(toIndex, 0, id))}
      addStep={null}
      addCard={null}
    />
  )
}

test('Alt with an arrow key moves a step, announces it, and keeps focus', async () => {
  const screen = await render(<Strip />)
  await screen.getByRole('button', { name: 'Step 1: Alpha' }).click()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(screen.getByText('Step 1 is now step 2 of 3.')).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Step 2: Alpha' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Step 1: Beta' })).toBeVisible()
})

test('does not move the first step forward', async () => {
  const screen = await render(<Strip />)
  await screen.getByRole('button', { name: 'Step 1: Alpha' }).click()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.element(screen.getByRole('button', { name: 'Step 1: Alpha' })).toBeVisible()
})

test('arrow keys move between steps', async () => {
  const screen = await render(<Strip />)
  await screen.getByRole('button', { name: 'Step 1: Alpha' }).click()
  await userEvent.keyboard('{ArrowRight}')
  const second = screen.getByRole('button', { name: 'Step 2: Beta' })
  await expect.element(second).toHaveFocus()
  await expect.element(second).toHaveAttribute('aria-current', 'step')
})

test('marks a step with a card', async () => {
  const screen = await render(<Strip />)
  await expect.element(screen.getByRole('button', { name: 'Step 2: Beta' })).toHaveAccessibleDescription(/Has a card/)
  await expect
    .element(screen.getByRole('button', { name: 'Step 1: Alpha' }))
    .not.toHaveAccessibleDescription(/Has a card/)
})

test('marks a step whose picture was not taken at the click', async () => {
  const thumbnail = (isToCheck: boolean) => (
    <ol>
      <StepThumbnail
        step={step('Alpha', 1)}
        index={0}
        isSelected={false}
        isToCheck={isToCheck}
        hasCard={false}
        backendUrl=""
        layout="grid"
        act={() => {}}
      />
    </ol>
  )
  const screen = await render(thumbnail(true))
  await expect.element(screen.getByText('Check image')).toBeVisible()
  await screen.rerender(thumbnail(false))
  await expect.element(screen.getByText('Check image')).not.toBeInTheDocument()
})
