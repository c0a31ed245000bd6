import type { ReactNode } from 'react'

import type { DemoBackground, DemoFont, DemoLayout, DemoLook } from '#domain/demo-look.ts'
import { limits } from '#domain/limits.ts'

import { ColorRow } from './color-row.tsx'
import { BackgroundImageRow } from './demo-background-image.tsx'
import { CoverRows } from './demo-cover.tsx'
import { EndingRows } from './demo-ending.tsx'
import { VariableRows } from './demo-variables.tsx'
import { currentText } from './editor-state.ts'
import { ChoiceRow, LinesRow, SegmentRow, SwitchRow, TextRow } from './inspector-rows.tsx'
import type { SectionProps } from './inspector-sections.tsx'
import { currentLook, type LookPatch } from './unsaved.ts'

const layoutNames = { classic: 'Classic', callout: 'Callout', side: 'Side' } as const satisfies Record<
  DemoLayout,
  string
>

const backgrounds = [
  { value: 'plain', label: 'Plain' },
  { value: 'stage', label: 'Stage' },
  { value: 'color', label: 'Colour' },
  { value: 'image', label: 'Image' },
  { value: 'none', label: 'None' },
] as const satisfies readonly { value: DemoBackground; label: string }[]

const fonts = [
  { value: 'workspace', label: 'Workspace' },
  { value: 'inter', label: 'Inter' },
  { value: 'system', label: 'System' },
  { value: 'serif', label: 'Serif' },
  { value: 'mono', label: 'Monospace' },
] as const satisfies readonly { value: DemoFont | 'workspace'; label: string }[]

const paces = [
  { value: 'auto', label: 'By length of text' },
  ...[3, 5, 8, 12, 20].map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` })),
]

/** Props of each part of the Demo section. */
export interface LookRowsProps {
  readonly look: DemoLook
  /** Changes with the same `typed` are undone together. */
  readonly onPatch: (patch: LookPatch, typed?: string) => void
}

export function DemoSection(props: SectionProps) {
  const { state, dispatch } = props
  const look = currentLook(state)
  const rows: LookRowsProps = {
    look,
    onPatch: (patch, typed) =>
      dispatch({ type: 'edit', edit: { type: 'demo-look', patch, ...(typed !== undefined && { typed }) } }),
  }
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
        onChange={(layout) => rows.onPatch({ layout })}
      />
      <ThemeRows {...rows} demoId={state.saved.id} />
      <PlaybackRows {...rows} />
      <Group>
        <CoverRows {...rows} demoName={currentText(state).name} />
      </Group>
      <Group>
        <EndingRows {...rows} state={state} steps={props.steps} />
      </Group>
      <Group>
        <VariableRows {...rows} state={state} steps={props.steps} />
      </Group>
    </>
  )
}

function Group({ children }: { readonly children: ReactNode }) {
  return <div className="mt-1.5 border-t border-line pt-1.5">{children}</div>
}

function ThemeRows({ look, onPatch, demoId }: LookRowsProps & { readonly demoId: string }) {
  return (
    <>
      <SegmentRow
        label="Frame"
        value={look.frame}
        options={[
          { value: 'none', label: 'None' },
          { value: 'window', label: 'Window' },
        ]}
        onChange={(frame) => onPatch({ frame })}
      />
      {look.frame === 'window' ? (
        <TextRow
          label="Address"
          value={look.frameAddress}
          maxLength={200}
          placeholder="app.example.com"
          onChange={(event) => onPatch({ frameAddress: event.currentTarget.value }, 'frame address')}
        />
      ) : null}
      <ChoiceRow
        label="Background"
        value={look.background}
        options={backgrounds}
        onChange={(background) => onPatch({ background })}
      />
      {look.background === 'color' ? (
        <ColorRow
          label="Background colour"
          value={look.backgroundColor}
          fallback="Plain"
          fallbackColor="#f4f3f6"
          onChange={(backgroundColor) => onPatch({ backgroundColor }, 'background colour')}
        />
      ) : null}
      {look.background === 'image' ? <BackgroundImageRow look={look} onPatch={onPatch} demoId={demoId} /> : null}
      <ColorRow
        label="Colour"
        value={look.color}
        fallback="Workspace"
        fallbackColor="#6d4aff"
        onChange={(color) => onPatch({ color }, 'colour')}
      />
      <ChoiceRow
        label="Font"
        value={look.font ?? 'workspace'}
        options={fonts}
        onChange={(font) => onPatch({ font: font === 'workspace' ? null : font })}
      />
    </>
  )
}

function PlaybackRows({ look, onPatch }: LookRowsProps) {
  const pace = String(look.secondsPerStep ?? 'auto')
  const isListed = paces.some(({ value }) => value === pace)
  return (
    <>
      <SwitchRow label="Camera" isOn={look.hasCamera} onChange={(hasCamera) => onPatch({ hasCamera })} />
      <SwitchRow label="Autoplay" isOn={look.playsItself} onChange={(playsItself) => onPatch({ playsItself })} />
      <SwitchRow label="Narration" isOn={look.isNarrated} onChange={(isNarrated) => onPatch({ isNarrated })} />
      {look.playsItself ? (
        <ChoiceRow
          label="Each step"
          value={pace}
          options={isListed ? paces : [...paces, { value: pace, label: `${pace} seconds` }]}
          onChange={(value) => onPatch({ secondsPerStep: value === 'auto' ? null : Number(value) })}
        />
      ) : null}
    </>
  )
}

export function demoValue({ state }: SectionProps): string {
  return `${layoutNames[currentLook(state).layout]} layout`
}
