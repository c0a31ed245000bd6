import { Hand } from 'lucide-react'

import { AgentFace } from '../agent-face.tsx'
import { Avatar } from '../avatar.tsx'

const bubble = 'w-max max-w-[80%] rounded-[18px] px-3.5 py-2.5 text-left text-base text-text'

/** A visitor who asks for a person, and the call that rings the team. */
export function HandoverIllustration() {
  return (
    <div className="flex flex-col gap-2.5 p-3">
      <p className={`${bubble} self-end rounded-br-control bg-accent-soft`}>Can I talk to a person?</p>
      <div className="flex items-end gap-2">
        <AgentFace hue={292} size={36} />
        <p className={`${bubble} rounded-bl-control bg-sunken`}>Yes. I’m getting somebody.</p>
      </div>
      <div className="ml-11 flex items-center gap-3 rounded-card bg-surface p-3 text-left text-sm shadow-[0_0_0_1px_var(--line)]">
        <Avatar name="Ada Moreau" size={40} isLive />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">Ada Moreau</span>
          <span className="block truncate text-muted">Step 3</span>
        </span>
        <span className="flex shrink-0 items-center gap-2 rounded-control bg-accent-fill px-3 py-2 font-medium text-on-accent">
          <Hand size={16} />
          Take over
        </span>
      </div>
    </div>
  )
}
