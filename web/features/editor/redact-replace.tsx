import { useSyncExternalStore } from 'react'

import { hasEdits, type PictureEdits } from '#domain/picture-edits.ts'
import type { Step } from '#domain/demo.ts'
import { createStore } from '#player/create-store.ts'

import { replacePictureWithEdits } from '../../lib/picture-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { editsOf } from './redact-edits.ts'
import type { StepPatch } from './unsaved.ts'

type Answer = 'again' | 'without' | 'cancel'

interface Question {
  readonly edits: PictureEdits
  readonly answer: (answer: Answer) => void
}

const asked = createStore<Question | null>(null)

/** Asks whether a new picture gets the old one's redactions. It isn't uploaded before the author has answered. */
export async function askAboutEdits(step: Step): Promise<Answer> {
  const edits = editsOf(step)
  if (!hasEdits(edits)) return 'without'
  asked.get()?.answer('cancel')
  const { promise, resolve } = Promise.withResolvers<Answer>()
  asked.set({ edits, answer: resolve })
  const answer = await promise
  asked.set(null)
  return answer
}

/** Sends the new picture to be redacted, so that the step never shows the original. */
export async function replaceWithEdits(step: Step, picture: Blob): Promise<StepPatch> {
  const edits = editsOf(step)
  const result = await replacePictureWithEdits(step.id, picture, { expected: step.screenshotUrl, edits })
  if (!result.ok) throw new Error(result.error.sentence ?? '')
  if (result.value === null) throw new Error('')
  const { screenshotUrl, width, height } = result.value
  return { screenshotUrl, width, height, edits }
}

/** Opens when the picture of a redacted step is replaced. */
export function ReplaceDialog() {
  const question = useSyncExternalStore(asked.subscribe, asked.get)
  const { areas = [], crop = null } = question?.edits ?? {}
  const parts = [
    ...(areas.length === 0 ? [] : [areas.length === 1 ? '1 redacted area' : `${areas.length} redacted areas`]),
    ...(crop === null ? [] : ['a crop']),
  ]
  return (
    <Dialog
      title="Redact the new picture too?"
      description={`The old picture has ${parts.join(' and ')}. Otherwise visitors see the whole new picture.`}
      isOpen={question !== null}
      onOpenChange={() => question?.answer('cancel')}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => question?.answer('without')}>Show the whole picture</Button>
        <Button tone="accent" onClick={() => question?.answer('again')}>
          Redact again
        </Button>
      </div>
    </Dialog>
  )
}
