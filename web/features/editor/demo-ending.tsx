import { useState } from 'react'

import type { DemoEnding, EndingKind } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'
import { linkProblem } from '#domain/text-format.ts'

import { visibleCards } from './cards-state.ts'
import type { LookRowsProps } from './demo-section.tsx'
import type { EditorState } from './editor-state.ts'
import { ChoiceRow, LinesRow, TextRow } from './inspector-rows.tsx'

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'replay', label: 'Play again' },
  { value: 'link', label: 'Link' },
  { value: 'book', label: 'Book a meeting' },
  { value: 'form', label: 'Form' },
] as const satisfies readonly { value: EndingKind; label: string }[]

const buttons = { none: '', replay: 'Play again', link: 'Learn more', book: 'Book a meeting', form: 'Submit' } as const

interface EndingRowsProps extends LookRowsProps {
  readonly state: EditorState
  readonly steps: readonly Step[]
}

/** The last frame, after the last step: what visitors are asked to do. */
export function EndingRows({ look: { ending }, onPatch, state, steps }: EndingRowsProps) {
  const patch = (change: Partial<DemoEnding>, typed?: string) => onPatch({ ending: { ...ending, ...change } }, typed)
  const [url, setUrl] = useState<string | null>(null)
  const shownUrl = url ?? ending.url
  const forms = steps.flatMap((step) =>
    visibleCards(state, step.id)
      .filter(({ type }) => type === 'lead')
      .map((card) => ({ value: card.id, label: `Step ${step.order}: ${card.title}` })),
  )
  return (
    <>
      <ChoiceRow label="Ending" value={ending.kind} options={kinds} onChange={(kind) => patch({ kind })} />
      {ending.kind === 'none' ? null : (
        <>
          <TextRow
            label="End heading"
            value={ending.title}
            maxLength={200}
            placeholder="What comes next?"
            onChange={(event) => patch({ title: event.currentTarget.value }, 'ending title')}
          />
          <LinesRow
            label="End text"
            value={ending.text}
            maxLength={600}
            onChange={(event) => patch({ text: event.currentTarget.value }, 'ending text')}
          />
          {ending.kind === 'form' ? null : (
            <TextRow
              label="End button"
              value={ending.button}
              maxLength={60}
              placeholder={buttons[ending.kind]}
              onChange={(event) => patch({ button: event.currentTarget.value }, 'ending button')}
            />
          )}
        </>
      )}
      {ending.kind === 'link' ? (
        <TextRow
          label="End link"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={shownUrl}
          problem={linkProblem(shownUrl)}
          onChange={(event) => {
            const typed = event.currentTarget.value
            setUrl(typed)
            if (linkProblem(typed) === null) patch({ url: typed.trim() }, 'ending link')
          }}
          onBlur={() => {
            if (linkProblem(shownUrl) === null) setUrl(null)
          }}
        />
      ) : null}
      {ending.kind === 'form' ? (
        <ChoiceRow
          label="Which form"
          value={ending.cardId ?? ''}
          options={[
            { value: '', label: forms.length === 0 ? 'No Lead Card in this demo' : 'Choose a Lead Card' },
            ...forms,
          ]}
          disabled={forms.length === 0}
          onChange={(cardId) => patch({ cardId: cardId === '' ? null : cardId })}
        />
      ) : null}
    </>
  )
}
