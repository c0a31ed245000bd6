import type { DemoCover } from '#domain/demo-look.ts'

import type { LookRowsProps } from './demo-section.tsx'
import { LinesRow, SwitchRow, TextRow } from './inspector-rows.tsx'

/** The first frame, before the first step. */
export function CoverRows({ look: { cover }, onPatch, demoName }: LookRowsProps & { readonly demoName: string }) {
  const patch = (change: Partial<DemoCover>, typed?: string) => onPatch({ cover: { ...cover, ...change } }, typed)
  return (
    <>
      <SwitchRow label="Cover" isOn={cover.isOn} onChange={(isOn) => patch({ isOn })} />
      {cover.isOn ? (
        <>
          <TextRow
            label="Cover title"
            value={cover.title}
            maxLength={200}
            placeholder={demoName}
            onChange={(event) => patch({ title: event.currentTarget.value }, 'cover title')}
          />
          <LinesRow
            label="Cover text"
            value={cover.text}
            maxLength={600}
            placeholder="What visitors will see"
            onChange={(event) => patch({ text: event.currentTarget.value }, 'cover text')}
          />
          <TextRow
            label="Start button"
            value={cover.button}
            maxLength={60}
            placeholder="Start"
            onChange={(event) => patch({ button: event.currentTarget.value }, 'cover button')}
          />
        </>
      ) : null}
    </>
  )
}
