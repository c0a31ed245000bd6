import { AgentFace } from '../agent-face.tsx'
import { AppScreen, Bar } from './ghost-parts.tsx'

const bubble = 'w-max max-w-[80%] rounded-[14px] px-3.5 py-2.5 text-left text-md text-soft'

/** A visitor's question to the agent, and a step as the answer. */
export function TalkGhost({ hue = 292, name = 'Leo' }: { readonly hue?: number; readonly name?: string }) {
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex items-end gap-2">
        <AgentFace hue={hue} size={36} />
        <p className={`${bubble} rounded-bl-tiny bg-sunken`}>Hi, I’m {name}, an AI assistant. What brings you here?</p>
      </div>
      <p className={`${bubble} self-end rounded-br-tiny bg-accent-soft`}>Can two people approve it?</p>
      <div className="ml-11 flex w-[78%] items-center gap-2 rounded-[14px] rounded-bl-tiny bg-sunken px-3.5 py-2.5">
        <span className="w-20 shrink-0 overflow-hidden rounded-[5px] shadow-[0_0_0_1px_var(--line-strong)]">
          <AppScreen kind="dialog" />
        </span>
        <span className="flex-1">
          <Bar width="90%" />
          <Bar width="60%" isSmall />
        </span>
      </div>
    </div>
  )
}
