import { AgentFace } from '../agent-face.tsx'
import { SamplePicture } from './sample-picture.tsx'

const bubble = 'w-max max-w-[80%] rounded-[18px] px-3.5 py-2.5 text-left text-base text-text'

/** A visitor's question to the agent, and its answer with the step that shows it. */
export function TalkIllustration() {
  return (
    <div className="flex flex-col gap-2.5 p-3">
      <p className={`${bubble} self-end rounded-br-control bg-accent-soft`}>Is customs in the price?</p>
      <div className="flex items-end gap-2">
        <AgentFace hue={292} size={36} />
        <p className={`${bubble} rounded-bl-control bg-sunken`}>
          Yes. Customs, fuel and port fees are in every price you see.
        </p>
      </div>
      <div className="ml-11 flex w-max items-center gap-3 rounded-card bg-surface py-1.5 pr-4 pl-1.5 text-sm shadow-[0_0_0_1px_var(--line)]">
        <SamplePicture step={3} className="max-w-[7.5rem] rounded-control" />
        <span className="text-left">
          <span className="block text-muted">Step 3</span>
          <span className="font-medium">Pick a carrier</span>
        </span>
      </div>
    </div>
  )
}
