import type { CarriedPageEdits } from '#domain/carry-page-edits.ts'
import type { Step } from '#domain/demo.ts'
import { hasEdits, noPictureEdits } from '#domain/picture-edits.ts'
import type { StepChoice } from '#domain/recapture-plan.ts'
import { carriedEdits } from '#protocol/recapture.ts'

import { Chip } from '../../ui/chip.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { RecapturePicture } from './recapture-picture.tsx'
import { editName } from './carried-pages.ts'
import { hasEditedPage, type NewWords } from './recapture-sources.ts'

export interface RecaptureStepProps {
  readonly step: Step
  readonly freshSteps: readonly Step[]
  readonly choice: StepChoice
  readonly isUnsure: boolean
  readonly words: NewWords | null
  readonly isRetitled: boolean
  readonly isChecked: boolean
  /** The page edits that are carried over; null while loading. */
  readonly page: CarriedPageEdits | null
  readonly backendUrl: string
  readonly onChoice: (choice: StepChoice) => void
  readonly onRetitle: (isOn: boolean) => void
  readonly onCheck: (isOn: boolean) => void
}

/** A step's old and new picture. */
export function RecaptureStep(props: RecaptureStepProps) {
  const { step, freshSteps, choice, words, backendUrl } = props
  const fresh = choice.kind === 'replace' ? freshSteps.find(({ id }) => id === choice.from) : undefined
  const edits = step.edits ?? noPictureEdits
  const isPageEdited = hasEditedPage(step)
  const name = step.title === null ? `Step ${step.order}` : `${step.order}. ${step.title}`
  return (
    <li aria-label={name} className="rounded-card border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</h2>
        {props.isUnsure && choice.kind === 'replace' ? <Chip tone="spot">Matched by order only</Chip> : null}
        <SelectField
          label="New picture"
          hideLabel
          className="w-full sm:w-72"
          value={choice.kind === 'replace' ? choice.from : choice.kind}
          options={[
            { value: 'keep', label: 'Keep as it is' },
            ...freshSteps.map(({ id, order, title }) => ({
              value: id,
              label: `Replace: ${title ?? `Click ${order}`}`,
            })),
            { value: 'delete', label: 'Delete' },
          ]}
          onChange={({ currentTarget: { value } }) => props.onChoice(choiceOf(value))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <RecapturePicture label="Now" step={step} backendUrl={backendUrl} />
        {fresh === undefined ? (
          <p className="grid place-items-center rounded-control bg-sunken p-6 text-sm text-muted">
            {choice.kind === 'delete' ? 'Will be deleted. Undo restores it.' : 'Stays as it is.'}
          </p>
        ) : (
          <RecapturePicture
            label="New"
            step={step.hotspot === null ? { ...fresh, hotspot: null } : fresh}
            backendUrl={backendUrl}
            carried={carriedEdits(edits, fresh.edits ?? noPictureEdits)}
          />
        )}
      </div>
      {fresh === undefined ? null : (
        <div className="mt-3 flex flex-col gap-2">
          {words === null ? null : (
            <Switch label={`Use the new title: ${words.title}`} isOn={props.isRetitled} onChange={props.onRetitle} />
          )}
          {isPageEdited && props.page === null ? (
            <p role="status" className="text-sm text-muted">
              Comparing the pages…
            </p>
          ) : hasEdits(edits) || isPageEdited ? (
            <Switch {...checkOf(props.page)} isOn={props.isChecked} onChange={props.onCheck} />
          ) : null}
        </div>
      )}
    </li>
  )
}

/** What the author must confirm about an edited page or a redaction. */
function checkOf(page: CarriedPageEdits | null): { readonly label: string; readonly hint: string } {
  if (page === null) return { label: 'I checked the redaction', hint: 'What it hides may have moved.' }
  const { edits, lost } = page
  const made = `${edits.length} ${edits.length === 1 ? 'edit' : 'edits'} will be applied to the new page.`
  if (lost.length === 0) {
    return { label: 'I checked the page edits', hint: `${made} What they hide may also appear elsewhere.` }
  }
  const named = lost.slice(0, 3).map(editName).join(', ')
  return {
    label: `Drop ${lost.length} of ${edits.length + lost.length} page edits`,
    hint: `Not found in the new page: ${named}${lost.length > 3 ? ', …' : ''}. ${edits.length > 0 ? made : ''}`.trim(),
  }
}

function choiceOf(value: string): StepChoice {
  return value === 'keep' || value === 'delete' ? { kind: value } : { kind: 'replace', from: value }
}
