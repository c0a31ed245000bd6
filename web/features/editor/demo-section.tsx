import { limits } from '#domain/limits.ts'
import type { DemoLayout } from '#domain/demo-look.ts'

import { currentText } from './editor-state.ts'
import { LinesRow, SegmentRow } from './inspector-rows.tsx'
import type { SectionProps } from './inspector-sections.tsx'
import { currentLook, type LookPatch } from './unsaved.ts'

const layoutNames = { classic: 'Classic', callout: 'Callout', side: 'Side' } as const satisfies Record<
  DemoLayout,
  string
>

export function DemoSection({ state, dispatch }: SectionProps) {
  const look = currentLook(state)
  const patch = (change: LookPatch, typed?: string) =>
    dispatch({ type: 'edit', edit: { type: 'demo-look', patch: change, ...(typed && { typed }) } })
  return (
    <>
      <LinesRow
        label="Description"
        maxLength={limits.notesMax}
        value={currentText(state).description ?? ''}
        placeholder="What is this demo about?"
        onChange={(event) =>
          dispatch({ type: 'edit', edit: { type: 'description', description: event.currentTarget.value } })
        }
      />
      <SegmentRow<DemoLayout>
        label="Layout"
        value={look.layout}
        options={(['callout', 'classic', 'side'] as const).map((value) => ({ value, label: layoutNames[value] }))}
        onChange={(layout) => patch({ layout })}
      />
    </>
  )
}

export function demoValue({ state }: SectionProps): string {
  return `${layoutNames[currentLook(state).layout]} layout`
}
