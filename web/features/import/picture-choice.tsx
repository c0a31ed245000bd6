import type { Capture } from '#domain/capture.ts'

import { Segments } from '../../ui/segments.tsx'

export interface PictureChoiceProps {
  readonly capture: Capture
  readonly isOther: boolean
  readonly onChoose: (isOther: boolean) => void
}

/** Lets the author choose between two pictures if the recorder isn't sure which one shows the page at the action. */
export function PictureChoice({ capture, isOther, onChoose }: PictureChoiceProps) {
  const isOtherEarlier = (capture.otherFrameDelayMs ?? 0) < capture.frameDelayMs
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <Segments
        label="Picture"
        value={isOther === isOtherEarlier ? 'earlier' : 'later'}
        options={[
          { value: 'earlier', label: 'Earlier' },
          { value: 'later', label: 'Later' },
        ]}
        onChange={(value) => onChoose((value === 'earlier') === isOtherEarlier)}
      />
      <span className="text-muted">You clicked quickly here. Choose the picture from just before the click.</span>
    </div>
  )
}
